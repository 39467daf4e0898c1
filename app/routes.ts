/** Every URL of the product, in the order of the specification's table. */
import { index, route, type RouteConfig } from "@react-router/dev/routes"

export default [
  index("shell/screens/home.tsx"),
  route("login", "areas/accounts/screens/login.tsx"),
  route("signup", "areas/accounts/screens/signup.tsx"),
  route("signup/sent", "areas/accounts/screens/signup-sent.tsx"),
  route("verify-email", "areas/accounts/screens/verify-email.tsx"),
  route("password-reset", "areas/accounts/screens/password-reset.tsx", { id: "password-reset" }),
  route("forgot-password", "areas/accounts/screens/password-reset.tsx", { id: "forgot-password" }),
  route("outbox", "areas/accounts/screens/outbox.tsx"),
  route("logout", "areas/accounts/screens/logout.ts"),
  route("session/touch", "areas/accounts/screens/session-touch.ts"),
  route("session/closing", "areas/accounts/screens/session-closing.ts"),
  route("session/open", "areas/accounts/screens/session-open.ts"),
  route("live", "areas/accounts/screens/live.ts"),
  route("drafts/:form", "areas/accounts/screens/save-draft.ts"),
  route("category/:categoryId", "areas/orders/screens/category.tsx"),
  route("orders/new", "areas/orders/screens/new-order.tsx"),
  route("image-display", "areas/accounts/screens/image-display.tsx"),
  route("upload-test", "areas/accounts/screens/upload-test.tsx"),
  route("OrderUploadTest", "areas/accounts/screens/order-upload-test.tsx", { caseSensitive: true }),
  route("uploads", "areas/accounts/screens/upload-picture.ts"),
  route("uploads/:id/remove", "areas/accounts/screens/remove-picture.ts"),
  route("pictures/:id/:file", "areas/accounts/screens/picture-file.ts"),
  route("experts", "areas/experts/screens/experts.tsx"),
] satisfies RouteConfig
