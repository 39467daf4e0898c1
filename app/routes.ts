/** Every URL of the product, in the order of the specification's table. */
import { index, route, type RouteConfig } from "@react-router/dev/routes"

export default [
  index("shell/screens/home.tsx"),
  route("drafts/:form", "areas/accounts/screens/save-draft.ts"),
  route("image-display", "areas/accounts/screens/image-display.tsx"),
  route("upload-test", "areas/accounts/screens/upload-test.tsx"),
  route("OrderUploadTest", "areas/accounts/screens/order-upload-test.tsx", { caseSensitive: true }),
  route("uploads", "areas/accounts/screens/upload-picture.ts"),
  route("uploads/:id/remove", "areas/accounts/screens/remove-picture.ts"),
  route("pictures/:id/:file", "areas/accounts/screens/picture-file.ts"),
] satisfies RouteConfig
