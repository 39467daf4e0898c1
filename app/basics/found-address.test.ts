import { expect, test } from "vitest"
import { toFoundAddress } from "./found-address.ts"
import { findRegionCodeByName } from "./regions.ts"

const TOWER = {
  zonecode: "05551",
  roadAddress: "서울 송파구 올림픽로 300",
  jibunAddress: "서울 송파구 신천동 29",
  buildingName: "롯데월드타워",
  sido: "서울",
  sigungu: "송파구",
  bname: "신천동",
  bname1: "",
}

test.each([
  [TOWER, "서울 송파구 올림픽로 300 (신천동, 롯데월드타워)", "신천동", "11710"],
  [{ ...TOWER, buildingName: "" }, "서울 송파구 올림픽로 300 (신천동)", "신천동", "11710"],
  [{ ...TOWER, roadAddress: "" }, "서울 송파구 신천동 29 (롯데월드타워)", "신천동", "11710"],
  [
    {
      ...TOWER,
      roadAddress: "경북 칠곡군 왜관읍 군청1길 80",
      buildingName: "칠곡군청",
      sido: "경북",
      sigungu: "칠곡군",
      bname: "왜관리",
      bname1: "왜관읍",
    },
    "경북 칠곡군 왜관읍 군청1길 80 (칠곡군청)",
    "왜관읍",
    "47850",
  ],
  [
    {
      ...TOWER,
      roadAddress: "세종특별자치시 한누리대로 2130",
      buildingName: "",
      sido: "세종특별자치시",
      sigungu: "",
      bname: "보람동",
    },
    "세종특별자치시 한누리대로 2130 (보람동)",
    "보람동",
    "36110",
  ],
])(
  "an address that was found says its 동 once, and its region is known: %#",
  (answer, address, dong, code) => {
    const found = toFoundAddress(answer)
    expect(found).toMatchObject({ address, dong })
    expect(findRegionCodeByName(`${found.area} ${found.dong}`)).toBe(code)
  },
)
