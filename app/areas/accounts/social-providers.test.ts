import { expect, test } from "vitest"
import { listProviderNames } from "./social-providers.ts"

test("a provider has one name on every screen, and an unknown one its id", () => {
  expect(listProviderNames(["kakao", "google", "apple"])).toBe("카카오·Google·Apple")
  expect(listProviderNames(["other"])).toBe("other")
})
