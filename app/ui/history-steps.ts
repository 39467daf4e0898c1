/**
 * Hears of steps in the history before the router does. The browser calls who listens to them in the order in
 * which they began to, so this is loaded before the router begins.
 */
let listener: ((event: PopStateEvent) => void) | undefined

/** Calls `listen` at every step, before the router hears of it; one listener at a time. */
export function listenBeforeRouter(listen: (event: PopStateEvent) => void): void {
  listener = listen
}

if (typeof window !== "undefined") window.addEventListener("popstate", (event) => listener?.(event))
