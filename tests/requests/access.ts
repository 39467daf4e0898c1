/**
 * Who gets what at every address: one line for each route of app/routes.ts. A route without a line fails the
 * matrix.
 *
 * `line(read, write?, { at?, fields? })`: `read` for pages and their data, `write` for an empty form (or one
 * with `fields`). Parameters of an address are filled in from the test world (tests/setup/test-world.ts);
 * `at` names another address, with parameters.
 */
import { ROLES, type Role } from "../setup/test-world.ts"

/**
 * in: 200, a redirect of its own, or a form's own 400 or 409 · sign-in: to /login and back · a path: sent
 * there · a number: that status
 */
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
/** What a page's scripts ask for by themselves: they cannot sign in, and are told so. */
const asked = (those: Who): Who => ({ ...those, visitor: "401", banned: "401" })
const aMessage = { intent: "send", clientKey: ":nothing", text: "안녕하세요" }
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

/** Who has a shop; others are shown how to open one. */
const shopOwners = who("/shop/apply", { visitor: "sign-in", seller: "in" })

const line = (read: Who, write: Who = noForm, more: Pick<Line, "at" | "fields"> = {}): Line => ({
  read,
  write,
  ...more,
})

export const ACCESS: Record<string, Line> = {
  // The shell
  "/": line(everybody),
  "/sitemap": line(everybody),
  "/search": line(everybody),
  "/robots.txt": line(everybody),
  "/sitemap.xml": line(everybody),
  "/sitemaps/:part": line(everybody, noForm, { at: "/sitemaps/pages.xml" }),
  "/rss.xml": line(everybody),
  "/share/:kind?/:file": line(everybody, noForm, { at: "/share/site.jpg" }),
  "/search/suggest": line(everybody),
  "/*": line(nobody, nobody, { at: "/nothing-is-here" }),

  // Accounts
  "/login": line(who("/", { visitor: "in" }), who("/", { visitor: "in" })),
  "/signup": line(who("/", { visitor: "in" }), who("/", { visitor: "in" })),
  "/signup/sent": line(everybody),
  "/verify-email": line(everybody, everybody),
  "/password-reset": line(everybody, everybody),
  "/forgot-password": line(everybody, everybody),
  "/undo-change": line(everybody, everybody),
  "/my-info": line(members, members),
  "/my-info/leave": line(members, members),
  "/outbox": line(everybody),
  // Nobody is asked in this town: it leads on.
  "/agree": line(
    who("/", { visitor: "sign-in", banned: "sign-in" }),
    who("/", { visitor: "sign-in", banned: "sign-in" }),
  ),
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
  "/postcode": line(everybody),
  "/upload-test": line(everybody, members),
  "/OrderUploadTest": line(everybody, members),

  // Orders
  "/category/:categoryId": line(everybody),
  "/orders/new": line(askers, askers),
  "/orders": line(
    who("in", { visitor: "sign-in", expert: "/expert-dashboard", rival: "/expert-dashboard", admin: "/" }),
  ),
  "/orders/:orderId": line(its("owner", "expert", "admin"), its("owner", "expert", "admin"), {
    fields: { intent: "start" },
  }),
  "/orders/:orderId/evidence/:file": line(its("owner", "expert", "admin"), noForm, {
    at: "/orders/:orderId/evidence/evidence.json",
  }),
  "/evidence": line(everybody, everybody),
  "/orders/:orderId/edit": line(its("owner"), its("owner"), {
    at: "/orders/:openOrderId/edit",
    fields: { title: "고친 제목", regionCode: "11650", schedule: "soon" },
  }),
  "/orders/:orderId/proposals": line(offers, offers, {
    at: "/orders/:openOrderId/proposals",
    fields: { intent: "decline", proposalId: ":openProposalId", reason: "그 밖의 이유예요" },
  }),
  "/orders/:orderId/propose": line(answerers, answerers, { at: "/orders/:openOrderId/propose" }),

  // Experts
  "/experts": line(everybody),
  "/expert-signup": line({ ...registrants, admin: "in" }),
  "/expert-registration": line(registrants, registrants),
  "/expert-dashboard": line(experts, expertsNoForm),
  "/expert-dashboard/requests": line(experts, expertsNoForm),
  "/expert-dashboard/proposals": line(experts, expertsNoForm),
  "/expert-dashboard/insurance": line(experts, experts),
  "/expert-dashboard/money": line(experts, expertsNoForm),
  "/expert-dashboard/money/account": line(experts, experts),
  "/expert-dashboard/money/statements/:file": line(experts, expertsNoForm, {
    at: "/expert-dashboard/money/statements/2026-11.csv",
  }),
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
  "/jobs/hire/:hireId/applicants": line(its("owner"), its("owner"), {
    fields: { intent: "shortlist", applicationId: ":applicationId" },
  }),
  "/jobs/seek/:seekId": line(everybody, members),
  "/jobs/seek/:seekId/offer": line(members, members, { at: "/jobs/seek/:othersSeekId/offer" }),
  "/jobs/seek/:seekId/edit": line(its("rival"), its("rival"), { fields: { title: "고친 소개예요" } }),
  "/jobs/hire/:hireId/site": line(its("owner"), its("owner"), { fields: { intent: "clear_place" } }),
  "/jobs/hire/:hireId/arrive": line(
    who("404", { visitor: "sign-in", stranger: "/jobs/applications/:applicationId/work" }),
    noForm,
    { at: "/jobs/hire/:workHireId/arrive" },
  ),
  "/jobs/applications/:applicationId/work": line(
    its("owner", "stranger", "admin"),
    its("owner", "stranger", "admin"),
    { fields: { intent: "break" } },
  ),
  "/jobs/applications/:applicationId/contract": line(its("owner", "stranger", "admin")),
  "/jobs/applications/:applicationId/wages/:wageId": line(
    its("owner", "stranger", "admin"),
    its("owner", "stranger", "admin"),
    { fields: { intent: "receive" } },
  ),
  "/jobs/applications/:applicationId/wages/:wageId/record": line(its("stranger", "admin")),
  "/jobs/applications/:applicationId/wages/:wageId/record.json": line(its("stranger", "admin")),
  "/jobs/applications/:applicationId": line(
    its("owner", "stranger", "admin"),
    its("owner", "stranger", "admin"),
    { fields: { intent: "check_in" } },
  ),
  "/my-info/applications": line(members),
  "/my-info/hiring": line(members),
  "/my-info/saved-jobs": line(members),
  // Second-hand
  "/marketplace": line(everybody),
  "/marketplace/post": line(members, members),
  "/marketplace/edit/:itemId": line(its("seller"), its("seller")),
  "/marketplace/price": line(who("in", { visitor: "404" })),
  "/marketplace/seller/:userId": line(everybody),
  "/marketplace/:itemId": line(everybody, its("seller"), { fields: { intent: "put-away", away: "0" } }),
  "/marketplace/:itemId/review": line(its("seller", "expert"), its("seller", "expert"), {
    at: "/marketplace/:soldItemId/review",
  }),
  "/marketplace/:itemId/buy": line(
    who("in", { visitor: "sign-in", seller: "404" }),
    who("in", { visitor: "sign-in" }),
    { at: "/marketplace/:safeItemId/buy" },
  ),
  "/marketplace/deals/:dealId": line(its("expert", "seller"), its("expert", "seller")),
  "/my-info/deals": line(members),
  "/my-info/sales": line(members),
  "/my-info/purchases": line(members),
  "/my-info/wishes": line(members),
  "/my-info/keywords": line(members, members),

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
  "/chat": line(its("owner", "expert"), its("owner", "expert"), {
    at: "/chat?room=:roomId",
    fields: aMessage,
  }),
  "/chat/open": line(nobody, { ...members, expert: "404" }, { fields: { kind: "expert", id: ":expertId" } }),
  "/chat/messages": line(asked(its("owner", "expert")), asked(its("owner", "expert")), {
    at: "/chat/messages?room=:roomId",
    fields: aMessage,
  }),
  "/chat/rooms": line(asked(members)),
  "/chat/signal": line(asked(its("owner", "expert")), asked(its("owner", "expert")), {
    at: "/chat/signal?room=:roomId&seq=1",
    fields: { room: ":roomId", signal: "typing" },
  }),

  // Notifications and trust
  "/notifications": line(members, members),
  "/notifications/:id": line({ ...its(), owner: "/orders" }, noForm, {
    at: "/notifications/:notificationId",
  }),
  "/my-info/notifications": line(members, members),
  "/push": line(nobody, asked(members)),
  // Nobody reports themselves.
  "/report": line(
    { ...members, expert: "404" },
    { ...members, expert: "404" },
    { at: "/report?kind=expert&id=:expertId" },
  ),
  "/blocks": line(
    nobody,
    { ...members, rival: "404" },
    { fields: { userId: ":rivalUserId", intent: "block" } },
  ),
  "/my-info/blocks": line(members),
  "/my-info/reports": line(members),
  "/appeal": line(nobody, nobody),
  "/refuse-advertising": line(nobody, nobody),

  // The shop, from the owner's side
  "/shop/apply": line(
    who("in", { visitor: "sign-in", seller: "/shopping/admin", admin: "/admin/users/shop-owners" }),
    members,
  ),
  "/shop/post": line(shopOwners, shopOwners),
  "/shop/edit/:productId": line(shopOwners, shopOwners),
  "/shopping/admin": line(shopOwners),
  "/shopping/admin/orders": line(shopOwners, shopOwners),
  "/shopping/admin/parcels": line(shopOwners, shopOwners),
  "/shopping/admin/parcels/file": line(shopOwners),
  "/shopping/admin/claims": line(shopOwners, shopOwners),
  "/shopping/admin/products": line(shopOwners, shopOwners),
  "/shopping/admin/stock": line(shopOwners, shopOwners),
  "/shopping/admin/questions": line(shopOwners, shopOwners),
  "/shopping/admin/reviews": line(shopOwners, shopOwners),
  "/shopping/admin/settlement": line(shopOwners),
  "/shopping/admin/settings": line(shopOwners, shopOwners),

  // The shop, from the buyer's side
  "/shopping": line(everybody),
  "/shopping/cart": line(members, members),
  "/cart": line(members, members),
  "/shopping/product/:productId": line(everybody, members),
  "/shopping/checkout": line(its("owner"), its("owner"), {
    at: "/shopping/checkout?order=:pendingGroupId",
    fields: {
      recipient: "김하늘",
      phone: "010-1234-5678",
      zonecode: "06621",
      address: "서울 서초구 서초대로 1",
      couponId: ":nothing",
      method: "card",
      consent: "on",
      thirdPartyConsent: "on",
      submissionKey: ":nothing",
    },
  }),
  "/pay/:chargeId": line(its("owner"), its("owner"), {
    fields: { intent: "pay", method: "card", consent: "on" },
  }),
  "/pay/:chargeId/receipt": line(its("owner"), noForm, { at: "/pay/:paidChargeId/receipt" }),
  "/shopping/pay/:paymentId": line(
    its("owner"),
    who("404", { visitor: "sign-in", owner: "/shopping/order-complete" }),
    { fields: { act: "cancel" } },
  ),
  "/shopping/pay/:paymentId/done": line(
    who("404", { visitor: "sign-in", owner: "/shopping/order-complete" }),
    noForm,
    { at: "/shopping/pay/:paymentId/done?paymentKey=none&orderId=:paymentId&amount=1" },
  ),
  "/shopping/pay/:paymentId/stopped": line(
    who("404", { visitor: "sign-in", owner: "/shopping/checkout" }),
    noForm,
  ),
  "/shopping/order-complete": line(
    its("owner"),
    who("404", { visitor: "sign-in", owner: "/shopping/order-complete" }),
    { at: "/shopping/order-complete?order=:groupId" },
  ),
  "/shopping/orders": line(members),
  "/shopping/orders/:groupId": line(its("owner"), its("owner"), {
    fields: { intent: "confirm", lineId: ":lineId" },
  }),
  "/shopping/orders/:groupId/claim": line(its("owner"), its("owner"), {
    at: "/shopping/orders/:groupId/claim?line=:lineId&kind=return",
    fields: { lineId: ":lineId", kind: "return", reason: "changed_mind" },
  }),
  "/shopping/orders/:groupId/review": line(its("owner"), its("owner"), {
    at: "/shopping/orders/:groupId/review?line=:lineId",
    fields: { rating: "5", body: "열 글자가 넘는 후기예요." },
  }),
  "/shopping/orders/:groupId/receipt": line(its("owner"), noForm),
  "/api/webhooks/payments": line(nobody, everybody),
  "/api/webhooks/payouts": line(nobody, everybody),

  // The back office
  "/admin/users": line(admins, admins),
  "/admin/users/:userId": line(admins, admins, { at: "/admin/users/:memberId" }),
  "/admin/audit": line(admins, adminsNoForm),
  "/admin/settings": line(admins, admins),
  "/admin/settings/coupons": line(admins, admins),
  "/admin/settings/questions/:categoryId": line(admins, admins),
  "/admin/settings/questions/:categoryId/:questionId": line(admins, admins, {
    at: "/admin/settings/questions/repair/home",
  }),
  "/admin/export/:kind": line(who("/", { admin: "404" }), admins, { at: "/admin/export/tickets" }),
  "/admin/reports": line(admins, admins),
  "/admin/reports/:reportId": line(admins, admins),
  "/admin/warranties": line(admins, adminsNoForm),
  "/admin/deals": line(admins, adminsNoForm),
  "/admin/deals/:dealId": line(admins, admins, { at: "/admin/deals/:disputedDealId" }),
  "/admin/late-wages": line(admins, admins),
  "/admin/appeals": line(admins, adminsNoForm),
  "/admin/appeals/:applicationId": line(admins, admins, { at: "/admin/appeals/:missedApplicationId" }),
  "/admin/chat-list": line(admins, adminsNoForm),
  "/admin/reviews": line(admins, admins),
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
  "/admin/users/shop-owners": line(admins, adminsNoForm),
  "/admin/users/shop-owners/:sellerId": line(admins, admins),
  "/admin/products": line(admins, adminsNoForm),
  "/admin/products/:productId": line(admins, admins),
  "/admin/purchases": line(admins, adminsNoForm),
  "/admin/purchases/:groupId": line(admins, admins),
  "/admin/claims": line(admins, adminsNoForm),
  "/admin/payouts": line(admins, admins),
  "/admin/failed-work": line(admins, admins),
  "/admin/outbox": line(admins, adminsNoForm),
  "/admin/*": line(admins, adminsNoForm),
}
