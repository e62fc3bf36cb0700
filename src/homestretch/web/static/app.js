// What a page gains from scripts: single keys, what is said aloud on request, copying links, a share in the shuffle,
// and a watch over the stream. Everything else works without them.

const page = document.documentElement;
const say = (text) => {
  const voice = document.getElementById("say");
  if (voice) voice.textContent = text;
};

const lost = document.getElementById("lost");
const warn = (text) => {
  if (!lost) return;
  lost.textContent = text;
  lost.hidden = !text;
};

// ---- the stream: a half-open wire is silent, so a page that hears nothing for long connects again

const SILENCE = 25000;
let heard = Date.now();
let connected = false;
for (const name of ["htmx:sse:after:connection", "htmx:sse:close"])
  document.addEventListener(name, () => {
    connected = name !== "htmx:sse:close";
  });
for (const name of ["beat", "htmx:sse:after:message", "htmx:sse:after:connection"])
  document.addEventListener(name, () => {
    heard = Date.now();
    page.removeAttribute("data-offline");
    if (lost?.textContent === lost?.dataset.cut) warn("");
  });
document.addEventListener("htmx:sse:error", () => {
  if (!page.hasAttribute("data-offline") && lost?.hidden) warn(lost.dataset.cut);
  page.setAttribute("data-offline", "");
});
// Only this script, which comes last, connects the wire: the extension has then arrived, however late.
const connect = () => {
  const wire = document.getElementById("wire");
  if (!wire) return;
  const fresh = wire.cloneNode(false);
  fresh.removeAttribute("data-htmx-powered");
  fresh.setAttribute("hx-sse:connect", wire.dataset.stream);
  wire.replaceWith(fresh);
  window.htmx.process(fresh);
};
setTimeout(connect); // after htmx has looked over the page, which it does in such a turn of its own
setInterval(() => {
  if (document.getElementById("wire") && (!connected || Date.now() - heard > SILENCE)) {
    heard = Date.now();
    connect();
  }
}, 2500);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && Date.now() - heard > SILENCE / 2) connect();
});

// An answer that the stream has overtaken is older than what is shown: it must not bring the old view back.

const order = (view) => /-(\w+)-(\d+)$/.exec(view ?? "") ?? ["", "", ""];
document.addEventListener("htmx:before:swap", (event) => {
  const coming = /<main[^>]* data-view="([^"]*)"/.exec(event.detail.ctx?.text ?? "");
  const [, boot, number] = order(document.getElementById("main")?.dataset.view);
  const [, newBoot, newNumber] = order(coming?.[1]);
  if (boot && boot === newBoot && Number(newNumber) < Number(number)) event.preventDefault();
});

// A refusal goes when something is tried anew: the same one is then said again.

document.addEventListener("htmx:before:request", () => document.querySelector("#main .notice")?.remove());

// ---- after every change of the page

const arrived = () => {
  const main = document.getElementById("main");
  if (!main) return;
  if (main.dataset.title) document.title = main.dataset.title;
  const news = document.getElementById("news");
  if (news) news.scrollTop = news.scrollHeight;
  for (const button of document.querySelectorAll(".copy[hidden]")) button.hidden = false;
  if (main.dataset.promise) contribute(main.dataset.promise);
};

let contributed = "";
const contribute = async (promise) => {
  if (promise === contributed) return;
  contributed = promise;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const entropy = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const address = location.pathname.replace(/\/$/, "");
  await fetch(`${address}/contribute`, {
    method: "POST",
    headers: { "HX-Request": "true" },
    body: new URLSearchParams({ entropy }),
  }).catch(() => {});
};

document.addEventListener("htmx:after:swap", arrived);

// What was pressed is often gone afterwards; who got there by keyboard then goes on from the part where it was.

let held = null;
document.addEventListener("htmx:before:swap", () => {
  const focused = document.activeElement?.closest("#main") && document.activeElement;
  held = focused ? (focused.closest("#hand")?.id ?? "status") : null;
});
document.addEventListener("htmx:after:swap", () => {
  if (!held || document.activeElement?.closest("#main")) return;
  (document.getElementById(held) ?? document.getElementById("status"))?.focus({ preventScroll: true });
});
// A typed move leaves its field when it is sent, since the next view may come before the answer; a refused one returns.

let sent = "";
document.addEventListener("htmx:before:request", (event) => {
  warn("");
  const typed = event.detail.ctx?.sourceElement?.querySelector?.("#typed");
  if (!typed) return;
  sent = typed.value;
  typed.value = "";
});
for (const name of ["htmx:after:request", "htmx:error"])
  document.addEventListener(name, (event) => {
    const { sourceElement, response } = event.detail.ctx ?? {};
    const typed = sourceElement?.querySelector?.("#typed");
    if (typed && !typed.value && !(response?.status < 400)) typed.value = sent;
  });
document.addEventListener("htmx:error", (event) => {
  if (event.detail.ctx && lost) warn(lost.dataset.unanswered);
});
document.addEventListener("DOMContentLoaded", arrived);
if (document.readyState !== "loading") arrived();

// ---- the clock of a move

setInterval(() => {
  const left = document.getElementById("left");
  if (left) left.textContent = String(Math.max(0, Number(left.textContent) - 1));
}, 1000);

// ---- copying links

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copies]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copies);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy");
  }
  say(button.dataset.done);
  button.textContent = button.dataset.done;
});

// ---- the shape of the screen, for the next pages

const shape = matchMedia("(max-aspect-ratio: 1/1)").matches ? "tall" : "wide";
const prefix = document.querySelector("a.home").getAttribute("href");
if (shape !== page.dataset.shape && !sessionStorage.getItem("shape")) {
  sessionStorage.setItem("shape", shape);
  fetch(`${prefix}options`, {
    method: "POST",
    headers: { "HX-Request": "true" },
    body: new URLSearchParams({ shape }),
  })
    .then(() => document.getElementById("wire") && location.reload())
    .catch(() => {});
}

// ---- single keys

const READ = { h: "hand", e: "ends", s: "score" };
const choice = (number) => document.querySelectorAll(".hand .tiles > li, .horse-choice")[number - 1];
const lines = (each) =>
  (each.matches("ul") ? Array.from(each.children) : [each]).map((line) =>
    (line.innerText || line.textContent).trim().replace(/\s*\n\s*/g, ". "),
  );
const press = (key) => {
  if (key === "enter") {
    const chosen = document.activeElement?.matches(".pick:checked") ? document.activeElement.value : "";
    const place = chosen ? document.querySelector(`.places .for.t${chosen} button`) : null;
    place?.focus();
    return Boolean(place);
  }
  if (key in READ) {
    const found = Array.from(document.querySelectorAll(`[data-read="${READ[key]}"]`));
    say(found.flatMap(lines).join(". ").replace(/([.।])\./g, "$1"));
    return true;
  }
  if (/^[1-9]$/.test(key)) {
    const wanted = choice(Number(key))?.querySelector("input, button");
    if (!wanted) {
      say(choice(Number(key))?.querySelector("[aria-label]")?.getAttribute("aria-label") ?? "");
      return false;
    }
    wanted.closest("details")?.setAttribute("open", "");
    wanted.focus();
    if (wanted.type === "radio") wanted.checked = true;
    return true;
  }
  if (key === "m") {
    const typing = document.getElementById("typing");
    if (!typing) return false;
    typing.open = true;
    document.getElementById("typed").focus();
    return true;
  }
  if (key === "g") {
    const next = document.querySelector("#turn-card, .covers .go, .go-on .go");
    next?.focus();
    return Boolean(next);
  }
  return false;
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  const writing = event.target.closest?.("input:not([type=radio]):not([type=checkbox]), select, textarea");
  if (writing || page.dataset.keys !== "1") return;
  const step = document.querySelector(`.step[data-key="${CSS.escape(event.key)}"]`);
  if (step) {
    event.preventDefault();
    step.click();
  } else if (press(event.key.toLowerCase())) {
    event.preventDefault();
  }
});
