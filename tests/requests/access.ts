/**
 * Who gets what at every address: one line for each route of app/routes.ts. A route without a line fails the
 * matrix.
 *
 * `line(read, write?, { at?, fields? })`: `read` for pages and their data, `write` for an empty form (or one
 * with `fields`). Parameters of an address are filled in from the test world (tests/setup/test-world.ts);
 * `at` names another address, with parameters.
 */
import {
  who,
  may,
  everybody,
  nobody,
  members,
  its,
  atDesk,
  asked,
  aMessage,
  talkers,
  experts,
  askers,
  offers,
  answerers,
  registrants,
  noForm,
  expertsNoForm,
  shopOwners,
  line,
  type Line,
  workParties,
} from "./access-roles.ts"
import { OFFICE_ACCESS } from "./access-office.ts"

export const ACCESS: Record<string, Line> = {
  // The shell
  "/": line(everybody),
  "/sitemap": line(everybody),
  "/map/:things": line(everybody, noForm, { at: "/map/items?region=11710" }),
  "/neighbourhood": line(everybody, everybody),
  "/neighbourhood/check": line(members, members),
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
  "/login/code": line(who("/", { visitor: "in" }), who("/", { visitor: "in" })),
  "/login/passkey": line(nobody, everybody),
  "/login/phone": line(who("/", { visitor: "in" }), who("/", { visitor: "in" })),
  "/signup": line(who("/", { visitor: "in" }), who("/", { visitor: "in" })),
  "/signup/sent": line(who("/", { visitor: "in" }), who("/", { visitor: "in" })),
  // The link of the mail says who one is.
  "/signup/profile": line(everybody, everybody),
  "/verify-email": line(members, members, { at: "/verify-email?change=1" }),
  "/password-reset": line(everybody, everybody),
  "/forgot-password": line(everybody, everybody),
  "/undo-change": line(everybody, everybody),
  "/my-info": line(members, members),
  "/my-info/profile": line(members, members),
  "/my-info/login": line(members, members),
  "/my-info/consents": line(members, members),
  "/my-info/devices": line(members, members),
  "/my-info/second-factor": line(members, members),
  "/my-info/passkeys": line(members, members),
  "/my-info/leave": line(members, members),
  "/my-info/data": line(members, members),
  "/my-info/data/:exportId": line(its(), its(), { at: "/my-info/data/:memberId" }),
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
  "/requests/:orderId": line(everybody, noForm, { at: "/requests/:openOrderId" }),
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
  "/experts/region/:region/:group?": line(everybody, noForm, { at: "/experts/region/11710/repair" }),
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
  "/jobs/hire/region/:region/:group?": line(everybody, noForm, { at: "/jobs/hire/region/11710/cleaning" }),
  "/jobs/seek/region/:region/:group?": line(everybody, noForm, { at: "/jobs/seek/region/11710" }),
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
  "/jobs/applications/:applicationId/work": line(workParties, workParties, { fields: { intent: "break" } }),
  "/jobs/applications/:applicationId/contract": line(workParties),
  "/jobs/applications/:applicationId/wages/:wageId": line(workParties, workParties, {
    fields: { intent: "receive" },
  }),
  "/jobs/applications/:applicationId/wages/:wageId/record": line(its("stranger", "admin")),
  "/jobs/applications/:applicationId/wages/:wageId/record.json": line(its("stranger", "admin")),
  "/jobs/applications/:applicationId": line(workParties, workParties, { fields: { intent: "check_in" } }),
  "/my-info/applications": line(members),
  "/my-info/hiring": line(members),
  "/my-info/resume": line(members, members),
  "/my-info/saved-jobs": line(members),
  // Second-hand
  "/marketplace": line(everybody),
  "/marketplace/region/:region/:group?": line(everybody, noForm, {
    at: "/marketplace/region/11710/furniture",
  }),
  "/marketplace/post": line(members, members),
  "/share-target": line(nobody, who("/marketplace/post")),
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
  "/my-info/money": line(atDesk("/expert-dashboard/money")),
  "/my-info/money/account": line(atDesk("/expert-dashboard/money/account"), members),
  "/my-info/money/statements/:file": line(members, noForm, { at: "/my-info/money/statements/2026-11.csv" }),
  "/my-info/sales": line(members),
  "/my-info/purchases": line(members),
  "/my-info/wishes": line(members),
  "/my-info/addresses": line(members, members),
  "/my-info/wishes/products": line(members),
  "/my-info/wishes/experts": line(members),
  "/my-info/wishes/restock": line(members, members),
  "/my-info/coupons": line(members),
  "/my-info/keywords": line(members, members),
  "/my-info/job-alerts": line(members, members),

  // Content
  "/notices": line(everybody),
  "/notices/:noticeId": line(everybody),
  "/careers": line(everybody),
  "/careers/:careerId": line(everybody),
  "/faq": line(everybody),
  "/about": line(everybody),
  "/licenses": line(everybody),
  "/developers": line(everybody),
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
  "/chat": line(talkers, talkers, { at: "/chat?room=:roomId", fields: aMessage }),
  "/chat/meet": line(talkers, talkers, { at: "/chat/meet?room=:roomId" }),
  "/chat/search": line(members),
  "/chat/open": line(nobody, { ...members, expert: "404" }, { fields: { kind: "expert", id: ":expertId" } }),
  "/chat/messages": line(asked(talkers), asked(talkers), {
    at: "/chat/messages?room=:roomId",
    fields: aMessage,
  }),
  "/chat/rooms": line(asked(members)),
  "/chat/signal": line(asked(talkers), asked(talkers), {
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
  "/shopping/admin/products/file": line(shopOwners, shopOwners),
  "/shopping/admin/products/file/template": line(shopOwners),
  "/shopping/admin/stock": line(shopOwners, shopOwners),
  "/shopping/admin/questions": line(shopOwners, shopOwners),
  "/shopping/admin/reviews": line(shopOwners, shopOwners),
  "/shopping/admin/settlement": line(shopOwners),
  "/shopping/admin/settings": line(shopOwners, shopOwners),
  "/shopping/admin/webhooks": line(shopOwners, shopOwners),
  "/shopping/admin/api": line(shopOwners, shopOwners),

  // The shop, from the buyer's side
  "/shopping": line(everybody),
  "/shopping/recent": line(everybody, members),
  // Everybody gathers; only who orders signs in.
  "/shopping/cart": line(everybody, everybody),
  "/cart": line(everybody, everybody),
  "/shopping/product/:productId": line(everybody, everybody),
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
  ...OFFICE_ACCESS,
}
