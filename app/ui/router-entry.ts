/**
 * Reads what the router keeps in the entry of the history that the address shows, which is ahead of a screen
 * on its way: its key, and how many steps of ours it is from the first page.
 */
export function readRouterEntry(): { key: string; idx: number } {
  const { key, idx } = (history.state ?? {}) as { key?: unknown; idx?: unknown }
  return { key: typeof key === "string" ? key : "default", idx: typeof idx === "number" ? idx : 0 }
}
