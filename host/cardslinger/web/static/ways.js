// The way back from a page beside the table, for those who have one.

/** Show the links of the menu that have this device's rights as their `data-for`: host, player. */
export async function showWays() {
  let me;
  try {
    me = await (await fetch("/me", { credentials: "same-origin" })).json();
  } catch (error) {
    return; // the line is broken: the page says so
  }
  const may = { host: me.host, player: me.player && me.people.includes(me.player) };
  for (const link of document.querySelectorAll("a[data-for]")) link.hidden = !may[link.dataset.for];
}
