/** The address of a screen around signing in, from which one goes on to `returnTo`. */
export const withReturnTo = (path: string, returnTo: string): string =>
  returnTo === "/" ? path : `${path}?${new URLSearchParams({ returnTo })}`
