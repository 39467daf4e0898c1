/**
 * Who counts as one sender: an address, or with IPv6 the network of a household, which has more
 * addresses than can be counted.
 */
import { isIPv6 } from "node:net"

const GROUPS = 8
const GROUPS_OF_NETWORK = 4

/** The address itself, or the first 64 bits of one of IPv6; one of IPv4 written as IPv6 is that of IPv4. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").split("%", 1)[0] ?? ""
  if (!isIPv6(plain)) return plain.slice(0, 64)
  const [before = "", after] = plain.toLowerCase().split("::")
  const groupsOf = (text: string) => (text === "" ? [] : text.split(":"))
  const [left, right] = [groupsOf(before), groupsOf(after ?? "")]
  const zeros = Array.from({ length: Math.max(0, GROUPS - left.length - right.length) }, () => "0")
  const groups = after === undefined ? left : [...left, ...zeros, ...right]
  return `${groups
    .slice(0, GROUPS_OF_NETWORK)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`
}
