import { expect, test } from "vitest"
import { networkOf } from "./network.ts"

test("an address of IPv4 stands for itself, one of IPv6 for its network, however it is written", () => {
  expect(networkOf("203.0.113.9")).toBe("203.0.113.9")
  for (const same of [
    "2001:db8:0:7::1",
    "2001:0DB8:0000:0007:ffff:1:2:3",
    "2001:db8::7:0:0:0:1",
    "2001:db8:0:7::9%eth0",
  ]) {
    expect(networkOf(same), same).toBe("2001:db8:0:7::/64")
  }
  expect(networkOf("2001:db8:0:8::1")).toBe("2001:db8:0:8::/64")
  expect(networkOf("::1")).toBe("0:0:0:0::/64")
  // What a proxy says need not be an address.
  expect(networkOf("x".repeat(500))).toHaveLength(64)
})

test("an IPv6 network counts as one address, and an IPv4 address as itself", () => {
  const same = [
    "2001:db8:1:2::1",
    "2001:DB8:1:2:ffff:ffff:ffff:ffff",
    "2001:0db8:0001:0002::",
    "2001:db8:1:2::1%eth0",
  ]
  expect(new Set(same.map(networkOf))).toEqual(new Set(["2001:db8:1:2::/64"]))
  expect(
    ["2001:db8:1:3::1", "::1", "fe80::1", "2001:db8::1", "::ffff:192.0.2.7", "192.0.2.7"].map(networkOf),
  ).toEqual([
    "2001:db8:1:3::/64",
    "0:0:0:0::/64",
    "fe80:0:0:0::/64",
    "2001:db8:0:0::/64",
    "192.0.2.7",
    "192.0.2.7",
  ])
})
