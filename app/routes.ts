/** Every URL of the product, in the order of the specification's table. */
import { index, route, type RouteConfig } from "@react-router/dev/routes"

export default [
  index("shell/screens/home.tsx"),
  route("drafts/:form", "areas/accounts/screens/save-draft.ts"),
  route("expert-signup", "areas/experts/screens/expert-signup.tsx"),
  route("expert-registration", "areas/experts/screens/expert-registration.tsx"),
  route("expert-dashboard", "areas/experts/screens/expert-dashboard.tsx"),
  route("expert-dashboard/requests", "areas/experts/screens/expert-requests.tsx"),
  route("expert-dashboard/proposals", "areas/experts/screens/expert-proposals.tsx"),
  route("orders/new", "areas/orders/screens/new-order.tsx"),
  route("orders/:orderId/propose", "areas/orders/screens/propose.tsx"),
  route("orders/:orderId/work", "areas/orders/screens/order-work.tsx"),
] satisfies RouteConfig
