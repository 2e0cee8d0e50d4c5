// Talks to the server of this page. The secret stands behind the # of the address and is sent in a header only.

const secret = location.hash.slice(1);
const files = new Map();
const ready = new Map(); // of those files that are here, their addresses
const KEPT = 300; // pictures that are kept; a board is about 100 kB

export class Refused extends Error {}

async function ask(path, options = {}) {
  const answer = await fetch(path, { ...options, headers: { "X-Overwinter-Secret": secret }, cache: "no-store" });
  if (answer.status === 401) throw new Refused("secret");
  if (!answer.ok) throw new Refused(String(answer.status));
  return answer;
}

/** Sends JSON and returns the JSON that comes back. Throws Refused, or TypeError where nobody listens. */
export async function post(path, body = {}) {
  const answer = await ask(`/api/${path}`, { method: "POST", body: JSON.stringify({ language: navigator.language, ...body }) });
  return answer.json();
}

/** The words of the page in the reader's language. */
export async function words() {
  const answer = await fetch(`/words?language=${encodeURIComponent(navigator.language)}`, { cache: "no-store" });
  return answer.json();
}

/** An address of a file that was posted, for an image or a link on this page. */
export function file(path) {
  if (!files.has(path)) {
    const address = ask(`/api/file/${path.split("/").map(encodeURIComponent).join("/")}`)
      .then((answer) => answer.blob())
      .then((blob) => URL.createObjectURL(blob));
    files.set(path, address);
    address.then((known) => ready.set(path, known), () => files.delete(path));
    if (files.size > KEPT) {
      const [oldest, made] = files.entries().next().value;
      files.delete(oldest);
      ready.delete(oldest);
      made.then((known) => URL.revokeObjectURL(known), () => {});
    }
  }
  return files.get(path);
}

/** The address of a file that is here already, null otherwise: a picture that is drawn again does not flicker. */
export function here(path) {
  return ready.get(path) ?? null;
}
