// The token: it comes in the link's fragment, stays in this tab, and is handed to other tabs of this page that ask.

const KEY = "regard-token";

/** The token of this tab, of the link, or of another open tab; empty if nobody knows it. */
export async function knownToken(given) {
  if (given) sessionStorage.setItem(KEY, given);
  const mine = sessionStorage.getItem(KEY) ?? await fromOtherTab();
  if (mine) offer(mine);
  return mine;
}

/** The token in what somebody typed: a whole link, or the token itself. */
export const given = (typed) => /token=([^&\s]+)/.exec(typed)?.[1] ?? typed.trim();

/** Keep what the person typed. */
export const keepToken = (token) => { sessionStorage.setItem(KEY, token); offer(token); };

let offered;
function offer(token) {
  offered?.close();
  offered = new BroadcastChannel(KEY);
  offered.onmessage = ({ data }) => { if (data === "who knows?") offered.postMessage({ token }); };
}

function fromOtherTab() {
  return new Promise((done) => {
    const asking = new BroadcastChannel(KEY);
    const end = (token) => { asking.close(); if (token) sessionStorage.setItem(KEY, token); done(token); };
    asking.onmessage = ({ data }) => { if (data?.token) end(data.token); };
    asking.postMessage("who knows?");
    setTimeout(() => end(""), 250);
  });
}
