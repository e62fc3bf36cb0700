/**
 * Checks in the page what the house promised: every finished round's lot and deal are made again from the seed that
 * was shown and from what the seats added. docs/fair-deals.md states the construction, its test vector and its limits.
 *
 * Browsers keep their own SHA-256 for secure origins, and a table in a home network is none, hence noble-hashes.
 */
import { hmac } from "./vendor/noble-hashes/hmac.js";
import { sha256 } from "./vendor/noble-hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "./vendor/noble-hashes/utils.js";

const COMMITMENT = utf8ToBytes("homestretch commitment 1\0");
const ROUND = utf8ToBytes("homestretch round 1\0");
const SEED = /^[0-9a-f]{64}$/;
const CONTRIBUTION = /^(?:[0-9a-f]{2}){0,64}$/;

/** How many numbers a word of 32 bits can be; everything here stays far below 2^53, so it is exact. */
const WORDS = 2 ** 32;
const FACES = 6;
const TRACK = 7;
const TOO_MANY = 5;

const SUITS = ["S", "H", "D", "C"];
const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const RUNNERS = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));

/**
 * A round's proof, as homestretch.web.proofs makes it. Dominoes have hand, highest, start_by, starter, hands and
 * boneyard; a race has first_by_lot, banker, laid and deck. Bytes are written in hexadecimal.
 *
 * @typedef {object} Proof
 * @property {"fives" | "race"} family
 * @property {number} players
 * @property {string} commitment
 * @property {string} seed
 * @property {string[]} contributions one for each seat, "" where it added nothing
 */

/**
 * Whether the proof holds; what is wrong first, where it does not.
 *
 * @param {Proof} proof
 * @returns {"ok" | "bad-commitment" | "bad-deal" | "bad-lot"}
 */
export function check(proof) {
  if (!SEED.test(proof.seed) || commitment(proof.seed) !== proof.commitment) {
    return "bad-commitment";
  }
  const { contributions, players } = proof;
  if (contributions.length !== players || !contributions.every((part) => CONTRIBUTION.test(part))) {
    return "bad-deal";
  }
  const key = roundKey(proof.seed, contributions);
  const race = proof.family === "race";
  const claimed = race ? [proof.laid, proof.deck] : [proof.hands, proof.boneyard];
  const dealt = race ? layTrack(key) : dealTiles(key, players, proof.hand, proof.highest);
  if (JSON.stringify(claimed) !== JSON.stringify(dealt)) {
    return "bad-deal";
  }
  const lotDue = race ? proof.first_by_lot : proof.start_by === "lot";
  const first = race ? proof.banker : proof.starter;
  return lotDue && castLot(key, players) !== first ? "bad-lot" : "ok";
}

/**
 * What the house shows before anyone contributes.
 *
 * @param {string} seed
 */
export function commitment(seed) {
  return bytesToHex(sha256(concatBytes(COMMITMENT, hexToBytes(seed))));
}

/**
 * The key of a round: every contribution in the order of the seats, each behind its length, under the seed.
 *
 * @param {string} seed
 * @param {string[]} contributions
 */
export function roundKey(seed, contributions) {
  const parts = contributions.map(hexToBytes);
  const added = parts.flatMap((part) => [Uint8Array.of(part.length), part]);
  return hmac(sha256, hexToBytes(seed), concatBytes(ROUND, ...added));
}

/**
 * The numbers of a key and a label: HMAC-SHA256 over a counter, read as big-endian words of 32 bits.
 *
 * @param {Uint8Array} key
 * @param {"lot" | "deal"} label
 */
export function* numbers(key, label) {
  const counter = new Uint8Array(4);
  for (let block = 0; block < WORDS; block += 1) {
    new DataView(counter.buffer).setUint32(0, block);
    const digest = hmac(sha256, key, concatBytes(utf8ToBytes(label), counter));
    const words = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
    for (let at = 0; at < digest.length; at += 4) {
      yield words.getUint32(at);
    }
  }
}

/**
 * A number from 0 to bound - 1, each as likely: words above the last whole multiple are passed over.
 *
 * @param {number} bound
 * @param {Iterator<number>} source
 */
export function below(bound, source) {
  const end = WORDS - (WORDS % bound);
  let word = source.next().value;
  while (word >= end) {
    word = source.next().value;
  }
  return word % bound;
}

/** The values in the order that the numbers give: Fisher-Yates from the last place down. */
function shuffled(values, source) {
  const order = [...values];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = below(last + 1, source);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/** The seat that the lot chooses: the highest throw wins, and those who share it throw again. */
function castLot(key, players) {
  const source = numbers(key, "lot");
  let left = Array.from({ length: players }, (_, seat) => seat);
  do {
    const throws = left.map(() => below(FACES, source));
    const best = Math.max(...throws);
    left = left.filter((_, at) => throws[at] === best);
  } while (left.length > 1);
  return left[0];
}

/** The hands and the boneyard. */
function dealTiles(key, players, hand, highest) {
  const tiles = [];
  for (let low = 0; low <= highest; low += 1) {
    for (let high = low; high <= highest; high += 1) {
      tiles.push(`${low}-${high}`);
    }
  }
  const order = shuffled(tiles, numbers(key, "deal"));
  const hands = Array.from({ length: players }, (_, seat) => order.slice(seat * hand, (seat + 1) * hand));
  return [hands, order.slice(players * hand)];
}

/** Every laying of the track, the last of which stands, and the deck, which is turned from its end. */
function layTrack(key) {
  const source = numbers(key, "deal");
  const laid = [];
  for (;;) {
    const order = shuffled(RUNNERS, source);
    const track = order.slice(0, TRACK);
    laid.push(track);
    if (SUITS.every((suit) => track.filter((card) => card.endsWith(suit)).length < TOO_MANY)) {
      return [laid, order.slice(TRACK).reverse()];
    }
  }
}

/** Checks every proof of the page and says beside each what was found, in the page's language. */
function checkPage() {
  for (const item of document.querySelectorAll("li.proof")) {
    const found = check(JSON.parse(item.dataset.proof));
    item.classList.toggle("ok", found === "ok");
    item.classList.toggle("bad", found !== "ok");
    const output = item.querySelector("output");
    output.textContent = output.getAttribute(`data-${found}`);
  }
}

const button = document.getElementById("verify");
if (button) {
  button.hidden = false;
}

// The page may exchange its button, so the click is caught where it always arrives.
document.addEventListener("click", (event) => {
  if (event.target.closest("#verify")) {
    checkPage();
  }
});
