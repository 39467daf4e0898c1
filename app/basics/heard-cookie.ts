/**
 * The cookie of a page that heard of a change: its next requests are answered by a database that has it
 * (decision 094).
 */
export const HEARD_COOKIE = "heard"

/** The line of it that a page writes; the server's answer takes it away. */
export const HEARD_COOKIE_LINE = `${HEARD_COOKIE}=1; Path=/; Max-Age=60; SameSite=Lax`
