/** What a search for addresses found, in the words of our forms. */

/** `area`: 시·도 and 시·군·구, such as "서울 송파구". `dong`: 동, 읍 or 면; empty where none is known. */
export type FoundAddress = { zonecode: string; address: string; area: string; dong: string }

/** As the search of Kakao answers; https://postcode.map.kakao.com/guide says what its fields hold. */
export type PostcodeAnswer = Pick<FoundAddress, "zonecode"> & {
  roadAddress: string
  jibunAddress: string
  buildingName: string
  sido: string
  sigungu: string
  /** 동 or 리. */
  bname: string
  /** 읍 or 면; empty in a town. */
  bname1: string
}

/** An address by its road with its 동 and building in brackets, as they stand on a letter. */
export function toFoundAddress(answer: PostcodeAnswer): FoundAddress {
  const { roadAddress, jibunAddress, buildingName, bname, bname1, zonecode } = answer
  // An address by its number, and one with 읍 or 면, says the name already.
  const isDongSaid = roadAddress === "" || bname1 !== ""
  const extra = [isDongSaid ? "" : bname, buildingName].filter((word) => word !== "").join(", ")
  return {
    zonecode,
    address: `${roadAddress || jibunAddress}${extra ? ` (${extra})` : ""}`,
    area: [answer.sido, answer.sigungu].filter((word) => word !== "").join(" "),
    dong: bname1 || bname,
  }
}
