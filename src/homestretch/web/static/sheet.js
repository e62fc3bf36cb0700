// What a score sheet gains from scripts: every tap is kept on this device until the server has taken it, so that none
// is lost and none counts twice; ends of rounds are worked out while they are entered. Forms work without it.

const waiting = document.getElementById("waiting");
const sheet = waiting?.dataset.sheet ?? "";
const PREFIX = `tap:${sheet}:`;
const PATIENCE = 700; // milliseconds after which a tap that is under way is shown as such
const AGAIN = 1500; // milliseconds between two tries
const LATE = 5000; // milliseconds after which nobody looks at a tap any more
const SETTLED = 1000; // milliseconds without an entry after which the pages are kept anew

// ---- the taps that wait: one item of the storage each, so that two pages never overwrite each other's

const memory = new Map();
const storage = (() => {
  try {
    localStorage.setItem("tap", "");
    localStorage.removeItem("tap");
    return localStorage;
  } catch {
    return null;
  }
})();
const isOurs = (name) => name.startsWith(PREFIX) && /^\d{16}$/.test(name.slice(PREFIX.length));
const names = () => [...Object.keys(storage ?? {}), ...memory.keys()].filter(isOurs).sort();
const isTap = (tap) => typeof tap?.url === "string" && Array.isArray(tap.fields) && tap.fields.every(Array.isArray);
const read = (name) => {
  try {
    const tap = JSON.parse(memory.get(name) ?? storage.getItem(name));
    return isTap(tap) ? tap : null;
  } catch {
    return null;
  }
};
const keep = (name, tap) => {
  const text = JSON.stringify(tap);
  try {
    storage.setItem(name, text);
  } catch {
    memory.set(name, text); // there is no storage, or it is full
  }
};
const drop = (name) => {
  memory.delete(name);
  storage?.removeItem(name);
};
const numberOf = (name) => Number(name.slice(PREFIX.length));

let latest = 0;
const add = (tap) => {
  latest = Math.max(Date.now(), latest + 1, ...names().map((name) => numberOf(name) + 1));
  keep(PREFIX + String(latest).padStart(16, "0"), tap);
};
const isEnd = ({ url }) => url.endsWith("/end");
const roundOf = ({ fields }) => Number(Object.fromEntries(fields).round);
// Ends that wait come first: the round to be ended is the one after theirs.
const roundAfter = (own) => Math.max(own, ...names().map(read).filter((tap) => tap && isEnd(tap)).map((tap) => roundOf(tap) + 1));
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

// ---- showing them

let unreachable = false;
let slow = false;
let refused = [];
const list = (title, texts) => {
  const heading = document.createElement("p");
  heading.textContent = title;
  const items = document.createElement("ol");
  for (const text of texts) {
    const item = document.createElement("li");
    item.textContent = text;
    items.append(item);
  }
  return [heading, items];
};
const promise = (taps) => {
  for (const total of document.querySelectorAll(".pad .total")) {
    const side = total.id.replace("total-", "");
    const points = taps
      .map((tap) => Object.fromEntries(tap.fields))
      .filter((fields) => fields.side === side && fields.points)
      .reduce((sum, fields) => sum + Number(fields.points), 0);
    if (points) total.dataset.waiting = `+${points}`;
    else delete total.dataset.waiting;
  }
};
const numberEnd = () => {
  const link = document.getElementById("end");
  if (!link) return;
  link.dataset.text ??= link.textContent;
  link.textContent = link.dataset.text.replace(/\d+/, roundAfter);
};
const show = () => {
  if (!waiting) return;
  numberEnd();
  const taps = names().map(read).filter(Boolean);
  promise(unreachable || slow ? taps : []);
  const shown = taps.length && (unreachable || slow) ? taps : [];
  const title = unreachable ? waiting.dataset.kept : waiting.dataset.delivering;
  const parts = shown.length ? list(title, shown.map((tap) => tap.label)) : [];
  if (refused.length) {
    const button = document.createElement("button");
    button.id = "dismiss";
    button.type = "button";
    button.textContent = waiting.dataset.dismiss;
    button.addEventListener("click", () => {
      refused = [];
      show();
    });
    parts.push(...list(waiting.dataset.refused, refused.map(({ text }) => text)), button);
  }
  waiting.replaceChildren(...parts);
  waiting.hidden = !parts.length;
};

// ---- delivering them, in their order

const fits = (text) => {
  const main = new DOMParser().parseFromString(text, "text/html").getElementById("main");
  return main?.dataset.sheet === sheet && document.getElementById("main")?.dataset.view ? main : null;
};
const put = (text) => {
  if (fits(text)) window.htmx.swap({ text, target: "#main", swap: "outerMorph", sourceElement: document.body });
};
const deliver = async (tap) => {
  const answer = await fetch(tap.url, {
    method: "POST",
    headers: { "HX-Request": "true" },
    body: new URLSearchParams(tap.fields),
    signal: AbortSignal.timeout(8000),
  });
  if (answer.status >= 500 || answer.status === 429) throw new Error(`not now: ${answer.status}`);
  const text = await answer.text();
  const main = new DOMParser().parseFromString(text, "text/html").getElementById("main");
  // A proxy, or the network of a café that first wants a password, may answer in the server's place.
  if (!main || (answer.ok && main.dataset.sheet !== sheet)) throw new Error("somebody else answered");
  return { taken: answer.ok, text };
};

let delivering = false;
let retry = 0;
const flush = async () => {
  if (delivering || !waiting) return;
  delivering = true;
  clearTimeout(retry);
  const timer = setTimeout(() => {
    slow = true;
    show();
  }, PATIENCE);
  for (let name = names()[0]; name; name = names()[0]) {
    const tap = read(name);
    if (!tap) {
      drop(name);
      continue;
    }
    let answer;
    try {
      answer = await deliver(tap);
    } catch {
      unreachable = true;
      retry = setTimeout(flush, AGAIN);
      break;
    }
    drop(name);
    unreachable = false;
    if (answer.taken) {
      put(answer.text);
    } else {
      const page = new DOMParser().parseFromString(answer.text, "text/html");
      const why = page.querySelector("main [role=alert]");
      refused.push({ text: `${tap.label}: ${why?.textContent ?? ""}`, late: Date.now() - numberOf(name) > LATE });
      why?.remove();
      put(page.getElementById("main")?.outerHTML ?? "");
    }
    show();
    if (answer.taken && tap.back && !names().length) location.assign(tap.back);
  }
  clearTimeout(timer);
  slow = false;
  delivering = false;
  show();
};
window.addEventListener("online", flush);
window.addEventListener("storage", show);
document.addEventListener("htmx:sse:after:connection", flush);
document.addEventListener("visibilitychange", () => document.hidden || flush());

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-tap]");
  if (!form || !waiting) return;
  const button = event.submitter;
  if (button?.value === "preview") {
    event.preventDefault();
    work(form);
    return;
  }
  event.preventDefault();
  const fields = [...new FormData(form, button)].filter(([name]) => name !== "key");
  const points = fields.find(([name]) => name === "points")?.[1] ?? "";
  const label = button?.dataset.label || (form.dataset.label ?? "").replace("*", points) || button?.textContent || "";
  refused = refused.filter(({ late }) => late); // the answer to a tap of just now has been seen
  add({ url: form.getAttribute("action"), fields: [...fields, ["key", newKey()]], label, back: form.dataset.back ?? "" });
  if (form.matches(".other")) form.reset();
  // The sheet as this device has kept it; the end waits on that page, and the next round can be entered.
  if (unreachable && form.dataset.back && navigator.serviceWorker?.controller) location.assign(form.dataset.back);
  flush();
});

// A second tap in the same place within a moment was meant for what was there before the page changed.
let last = { at: -Infinity };
document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("main button, main a");
    if (!button || !event.detail) return;
    const { clientX: x, clientY: y, timeStamp: at } = event;
    const slipped = at - last.at < 500 && Math.hypot(x - last.x, y - last.y) < 24 && button.id !== last.id;
    if (slipped) event.preventDefault();
    else last = { at, x, y, id: button.id };
  },
  true,
);

// ---- the end of a round, worked out while it is entered

const workOut = () => document.getElementById("work-out");
const unreached = (form) => {
  unreachable = true;
  const worked = document.getElementById("worked");
  worked.replaceChildren(worked.querySelector("h2"), document.getElementById("unreached").content.cloneNode(true));
  worked.querySelector("button").dataset.label = form.querySelector("[name=out]:checked").dataset.label;
  workOut().hidden = false;
};
let asked = 0;
const work = async (form) => {
  const number = ++asked;
  const fields = [...new FormData(form)].filter(([name]) => name !== "step");
  try {
    const answer = await fetch(form.getAttribute("action"), {
      method: "POST",
      headers: { "HX-Request": "true" },
      body: new URLSearchParams([...fields, ["step", "preview"]]),
    });
    if (answer.status >= 500) throw new Error(`not now: ${answer.status}`);
    const text = await answer.text();
    unreachable = false;
    if (number !== asked || !answer.ok) return;
    const page = new DOMParser().parseFromString(text, "text/html");
    const worked = page.getElementById("worked");
    if (worked) document.getElementById("worked").replaceChildren(...worked.childNodes);
    workOut().hidden = true;
  } catch {
    if (number === asked) unreached(form);
  }
};
const taken = (form) => {
  const held = new Set(Array.from(form.querySelectorAll("[data-tile]:checked"), (box) => box.dataset.tile));
  for (const box of form.querySelectorAll("[data-tile]")) box.disabled = !box.checked && held.has(box.dataset.tile);
};
let soon = 0;
const ending = () => document.getElementById("ending");
document.addEventListener("input", (event) => {
  const form = event.target.closest("#ending");
  if (!form) return;
  taken(form);
  const out = form.querySelector("[name=out]:checked")?.value;
  for (const hand of form.querySelectorAll(".hand-left"))
    hand.classList.toggle("off", hand.dataset.unneeded.split(" ").includes(out));
  const enter = document.getElementById("enter-end");
  if (enter) enter.disabled = true;
  clearTimeout(soon);
  if (out) soon = setTimeout(work, 250, form);
});

// ---- opening the sheet without a connection: a keeper's device keeps its pages as they are now, where the browser
// allows that

const keepPages = async () => {
  const { worker, pages } = waiting.dataset;
  if (!worker || !navigator.serviceWorker) return;
  await navigator.serviceWorker.register(worker);
  const kept = await caches.open("sheets");
  await kept.addAll(pages.split(" "));
};
let settled = 0;
const keepSoon = (wait) => {
  clearTimeout(settled);
  settled = setTimeout(() => keepPages().catch(() => {}), wait);
};
if (waiting) keepSoon(0);

// ---- printing, and what waited from before

document.addEventListener("click", (event) => event.target.closest("#print") && window.print());
const arrived = () => {
  const print = document.getElementById("print");
  if (print) print.hidden = false;
  show();
};
document.addEventListener("htmx:after:swap", () => {
  arrived();
  if (waiting) keepSoon(SETTLED);
});
arrived();
const numberEnding = (form) => {
  const field = form.querySelector("[name=round]");
  const [own, next] = [field.value, String(roundAfter(Number(field.value)))];
  field.value = next;
  for (const label of form.querySelectorAll("[data-label]")) label.dataset.label = label.dataset.label.replace(own, next);
  const title = document.querySelector("main h1");
  title.textContent = title.textContent.replace(own, next);
};
if (ending()) {
  taken(ending());
  numberEnding(ending());
  workOut().hidden = true;
}
flush();
