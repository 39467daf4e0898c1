/**
 * Who gets what at every address: one line for each route of app/routes.ts. A route without a line fails the matrix.
 *
 * `line(read, write?, { at?, fields? })`: `read` for pages and their data, `write` for an empty form (or one with `fields`).
 * Parameters of an address are filled in from the town (tests/setup/town.ts); `at` names another address, with parameters.
 */
import { ROLES, type Role } from "../setup/town.ts"

/** in: 200, a redirect of its own, or a form's own 400 or 409 · sign-in: to /login and back · a path: sent there · a number: that status */
export type Outcome = "in" | "sign-in" | `${number}` | `/${string}`
export type Who = Record<Role, Outcome>
export type Line = { read: Who; write: Who; at?: string; fields?: Record<string, string> }

/** `others` for everybody but the exceptions. Who is banned gets what a visitor gets. */
const who = (others: Outcome, exceptions: Partial<Who> = {}): Who => {
  const of = (role: Role) => exceptions[role] ?? (role === "banned" ? (exceptions.visitor ?? others) : others)
  return Object.fromEntries(ROLES.map((role) => [role, of(role)])) as Who
}
const may = (roles: Role[]): Partial<Who> => Object.fromEntries(roles.map((role) => [role, "in"]))

const everybody = who("in")
const nobody = who("404")
/** Signed in, whoever they are; visitors sign in first. */
const members = who("in", { visitor: "sign-in" })
/** What belongs to these alone: visitors sign in first, for all others it does not exist. */
const its = (...roles: Role[]) => who("404", { visitor: "sign-in", ...may(roles) })
/** Specification §6: everybody else goes to "/". */
const experts = who("/", may(["expert", "rival"]))
const admins = who("/", may(["admin"]))
/** Experts and admins do not ask for work. */
const askers = who("in", { expert: "403", rival: "403", admin: "403" })
/** Specification §4: a customer's proposals send visitors to sign in, and admins and experts to "/". */
const offers = who("/", { visitor: "sign-in", owner: "in", stranger: "404", seller: "404" })
/** Approved experts answer an open request. */
const answerers = who("/", { visitor: "sign-in", ...may(["expert", "rival"]) })
/** Who is approved already goes to their dashboard. */
const registrants = who("in", { expert: "/expert-dashboard", rival: "/expert-dashboard", admin: "/" })
/** There is no form here. */
const noForm = who("405")
const adminsNoForm = who("/", { admin: "405" })
const expertsNoForm = who("/", { expert: "405", rival: "405" })

const line = (read: Who, write: Who = noForm, more: Pick<Line, "at" | "fields"> = {}): Line => ({ read, write, ...more })

export const ACCESS: Record<string, Line> = {
  // The shell
  "/": line(everybody),
  "/sitemap": line(everybody),
  "/search": line(everybody),
  "/*": line(nobody, nobody, { at: "/nothing-is-here" }),

  // Accounts
  "/login": line(who("/", { visitor: "in" }), who("/", { visitor: "in" })),
  "/signup": line(who("/", { visitor: "in" }), who("/", { visitor: "in" })),
  "/signup/sent": line(everybody),
  "/verify-email": line(everybody, everybody),
  "/password-reset": line(everybody, everybody),
  "/forgot-password": line(everybody, everybody),
  "/my-info": line(members, members),
  "/my-info/leave": line(members, members),
  "/outbox": line(everybody),
  "/logout": line(who("/"), who("/")),
  "/session/touch": line(nobody, who("in", { visitor: "401" })),
  "/session/closing": line(nobody, everybody),
  "/session/open": line(nobody, who("in", { visitor: "401" })),
  "/live": line(who("in", { visitor: "401" })),
  "/drafts/:form": line(nobody, everybody),
  "/uploads": line(nobody, everybody),
  "/uploads/:id/remove": line(nobody, who("404", may(["owner"])), { at: "/uploads/:loosePictureId/remove" }),
  "/pictures/:id/:file": line(nobody, noForm, { at: "/pictures/:certificateId/160.webp" }),
  "/image-display": line(everybody),
  "/upload-test": line(everybody, members),
  "/OrderUploadTest": line(everybody, members),

  // Orders
  "/category/:categoryId": line(everybody),
  "/orders/new": line(askers, askers),
  "/orders": line(who("in", { visitor: "sign-in", expert: "/expert-dashboard", rival: "/expert-dashboard", admin: "/" })),
  "/orders/:orderId": line(its("owner", "expert", "admin"), its("owner", "expert", "admin"), { fields: { intent: "start" } }),
  "/orders/:orderId/edit": line(its("owner"), its("owner"), { at: "/orders/:openOrderId/edit", fields: { title: "고친 제목", regionCode: "11650", schedule: "soon" } }),
  "/orders/:orderId/proposals": line(offers, offers, { at: "/orders/:openOrderId/proposals", fields: { intent: "decline", proposalId: ":openProposalId", reason: "그 밖의 이유예요" } }),
  "/orders/:orderId/propose": line(answerers, answerers, { at: "/orders/:openOrderId/propose" }),

  // Experts
  "/experts": line(everybody),
  "/expert-signup": line({ ...registrants, admin: "in" }),
  "/expert-registration": line(registrants, registrants),
  "/expert-dashboard": line(experts, expertsNoForm),
  "/expert-dashboard/requests": line(experts, expertsNoForm),
  "/expert-dashboard/proposals": line(experts, expertsNoForm),
  "/expert/:expertId": line(everybody, members),
  "/my/expert-public": line(experts, experts),
  "/rating/:expertId": line(its("owner"), its("owner")),

  // Jobs
  "/jobs/hire": line(everybody),
  "/jobs/seek": line(everybody),
  "/jobs/post/hire": line(everybody, everybody, { at: "/jobs/post/hire?step=kind" }),
  "/jobs/post/seek": line(everybody, everybody, { at: "/jobs/post/seek?step=kinds" }),
  "/jobs/hire/:hireId": line(everybody, members),
  "/jobs/hire/:hireId/apply": line(members, members, { at: "/jobs/hire/:othersHireId/apply" }),
  "/jobs/hire/:hireId/edit": line(its("owner"), its("owner"), { fields: { title: "고친 제목이에요" } }),
  "/jobs/hire/:hireId/applicants": line(its("owner"), its("owner"), { fields: { intent: "shortlist", applicationId: ":applicationId" } }),
  "/jobs/seek/:seekId": line(everybody, members),
  "/jobs/seek/:seekId/offer": line(members, members, { at: "/jobs/seek/:othersSeekId/offer" }),
  "/jobs/seek/:seekId/edit": line(its("rival"), its("rival"), { fields: { title: "고친 소개예요" } }),
  "/jobs/applications/:applicationId": line(its("owner", "stranger", "admin"), its("owner", "stranger", "admin"), { fields: { intent: "check_in" } }),
  "/my-info/applications": line(members),
  "/my-info/hiring": line(members),
  "/my-info/saved-jobs": line(members),

  // Content
  "/notices": line(everybody),
  "/notices/:noticeId": line(everybody),
  "/careers": line(everybody),
  "/careers/:careerId": line(everybody),
  "/faq": line(everybody),
  "/about": line(everybody),
  "/terms": line(everybody),
  "/privacy": line(everybody),
  "/safety": line(everybody),
  "/support": line(everybody),
  "/expert-guide": line(everybody),
  "/expert-support": line(everybody),
  "/expert-insurance": line(everybody),
  "/expert-tools": line(everybody, everybody),
  "/contact": line(everybody, everybody),
  "/my-info/tickets": line(members),
  "/my-info/tickets/:ticketId": line(its("owner"), its("owner")),

  // Chat
  "/chat": line(members, members),
  "/chat/open": line(nobody, members),
  "/chat/messages": line(members, members),
  "/chat/signal": line(nobody, members),

  // Notifications and trust
  "/notifications": line(members, members),
  "/notifications/:id": line(its("owner"), noForm, { at: "/notifications/:notificationId" }),
  "/my-info/notifications": line(members, members),
  "/push": line(nobody, members),
  "/report": line(members, members, { at: "/report?kind=expert&id=:expertId" }),
  "/blocks": line(nobody, members),
  "/my-info/blocks": line(members),
  "/my-info/reports": line(members),
  "/appeal": line(nobody, nobody),

  // The back office
  "/admin/reports": line(admins, adminsNoForm),
  "/admin/reports/:reportId": line(admins, admins),
  "/admin/appeals": line(admins, adminsNoForm),
  "/admin/appeals/:applicationId": line(admins, admins, { at: "/admin/appeals/:missedApplicationId" }),
  "/admin/reviews": line(admins, adminsNoForm),
  "/admin/tickets": line(admins, adminsNoForm),
  "/admin/tickets/:ticketId": line(admins, admins),
  "/admin/notices": line(admins, admins),
  "/admin/notices/:articleId": line(admins, admins),
  "/admin/careers": line(admins, admins),
  "/admin/faq": line(admins, admins),
  "/admin/notice-manage": line(admins, admins),
  "/admin/career-manage": line(admins, admins),
  "/admin/faq-manage": line(admins, admins),
  "/admin/pages": line(admins, adminsNoForm),
  "/admin/pages/:slug": line(admins, admins),
  "/admin/experts": line(admins, adminsNoForm),
  "/admin/expert/:expertId": line(admins, admins, { at: "/admin/expert/:applicantId" }),
  "/admin/orders": line(admins, adminsNoForm),
  "/admin/orders/:orderId": line(admins, admins),
  "/admin/orders/:orderId/proposals": line(admins, adminsNoForm),
  "/admin/reviews/:reviewId": line(admins, admins),
  "/admin/outbox": line(admins, adminsNoForm),
  "/admin/*": line(admins, adminsNoForm),
}
