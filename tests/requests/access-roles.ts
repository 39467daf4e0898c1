/** Who may, in words that the lines of access.ts are made of. */
import { ROLES, type Role } from "../setup/test-world.ts"

/**
 * in: 200, a redirect of its own, or a form's own 400 or 409 · sign-in: to /login and back · a path: sent
 * there · a number: that status
 */
export type Outcome = "in" | "sign-in" | `${number}` | `/${string}`
export type Who = Record<Role, Outcome>
export type Line = { read: Who; write: Who; at?: string; fields?: Record<string, string> }

/** `others` for everybody but the exceptions. Who is banned gets what a visitor gets. */
export const who = (others: Outcome, exceptions: Partial<Who> = {}): Who => {
  const of = (role: Role) => exceptions[role] ?? (role === "banned" ? (exceptions.visitor ?? others) : others)
  return Object.fromEntries(ROLES.map((role) => [role, of(role)])) as Who
}
export const may = (roles: Role[]): Partial<Who> => Object.fromEntries(roles.map((role) => [role, "in"]))

export const everybody = who("in")
export const nobody = who("404")
/** Signed in, whoever they are; visitors sign in first. */
export const members = who("in", { visitor: "sign-in" })
/** What belongs to these alone: visitors sign in first, for all others it does not exist. */
export const its = (...roles: Role[]) => who("404", { visitor: "sign-in", ...may(roles) })
/** Both sides of a day of work, and the office. */
export const workParties = its("owner", "stranger", "admin")
/** The two people of the room. */
export const talkers = its("owner", "expert")
/** Experts have the same at their desk. */
export const atDesk = (path: `/expert-dashboard/${string}`) =>
  who("in", { visitor: "sign-in", expert: path, rival: path })
/** What a page's scripts ask for by themselves: they cannot sign in, and are told so. */
export const asked = (those: Who): Who => ({ ...those, visitor: "401", banned: "401" })
export const aMessage = { intent: "send", clientKey: ":nothing", text: "안녕하세요" }
/**
 * Specification §6: everybody else goes to "/"; whose session was ended reads why at /login (here who is
 * banned, whose cookie is still there).
 */
export const elsewhere = (exceptions: Partial<Who>) => who("/", { banned: "sign-in", ...exceptions })
export const experts = elsewhere(may(["expert", "rival"]))
export const admins = elsewhere(may(["admin"]))
/** Experts and admins do not ask for work. */
export const askers = who("in", { expert: "403", rival: "403", admin: "403" })
/** Specification §4: a customer's proposals send visitors to sign in, and admins and experts to "/". */
export const offers = who("/", { visitor: "sign-in", owner: "in", stranger: "404", seller: "404" })
/** Approved experts answer an open request. */
export const answerers = who("/", { visitor: "sign-in", ...may(["expert", "rival"]) })
/** Who is approved already goes to their dashboard. */
export const registrants = who("in", { expert: "/expert-dashboard", rival: "/expert-dashboard", admin: "/" })
/** There is no form here. */
export const noForm = who("405")
export const adminsNoForm = elsewhere({ admin: "405" })
export const expertsNoForm = elsewhere({ expert: "405", rival: "405" })

/** Who has a shop; others are shown how to open one. */
export const shopOwners = who("/shop/apply", { visitor: "sign-in", seller: "in" })

export const line = (read: Who, write: Who = noForm, more: Pick<Line, "at" | "fields"> = {}): Line => ({
  read,
  write,
  ...more,
})
