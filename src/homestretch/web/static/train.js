// What the trainer gains from scripts: digits go into the field from anywhere, and the address keeps up with the page.

const page = document.documentElement;

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || page.dataset.keys !== "1") return;
  if (event.target.closest?.("input, select, textarea") || !/^[0-9]$/.test(event.key)) return;
  const field = document.querySelector(".typing-points input");
  field?.focus(); // before the digit arrives, which is then typed there
});

document.addEventListener("htmx:after:swap", () => {
  const here = document.getElementById("main")?.dataset.here;
  if (!here) return;
  history.replaceState(null, "", here);
  for (const back of document.querySelectorAll('input[name="back"]')) back.value = here;
});
