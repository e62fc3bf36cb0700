// What the explain board needs when another board has come into its place: whatever leads back to this page must lead to
// the new address, a keyboard whose tile has been placed stands at the total, and what does not fit is in sight.

document.addEventListener("htmx:after:swap", () => {
  for (const back of document.querySelectorAll('input[name="back"]')) back.value = location.pathname + location.search;
  if (document.activeElement === document.body) document.getElementById("total")?.focus({ preventScroll: true });
  document.getElementById("refusal")?.scrollIntoView({ block: "nearest" });
});
