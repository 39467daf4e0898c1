/** The experts who go anywhere, and the last to join: who they are, in their own words. */
import type { ExpertSeed } from "../seed-types.ts"

export const countrywideExperts: readonly ExpertSeed[] = [
  {
    name: "나경수",
    age: 50,
    trades: ["leak"],
    years: 22,
    base: "30140",
    covers: ["all"],
    business: "전국누수탐지",
    line: "전국 어디든 장비를 싣고 갑니다.",
    intro:
      "다른 곳에서 못 찾은 누수를 찾으러 전국을 다닙니다. 음파와 가스, 열화상을 모두 써요. 못 찾으면 돌아오는 기름값도 받지 않습니다.",
  },
  {
    name: "길상우",
    age: 40,
    trades: ["home", "office"],
    years: 18,
    base: "11560",
    covers: ["all"],
    business: "길로지스",
    line: "서울에서 부산까지 하루에 갑니다.",
    intro:
      "장거리와 사무실 이사를 18년 했습니다. 5톤 윙바디 여섯 대와 항온 창고가 있어요. 서버와 미술품도 옮겨 봤습니다.",
  },
  {
    name: "어진아",
    woman: true,
    age: 40,
    trades: ["remodel"],
    years: 16,
    base: "11170",
    covers: ["all"],
    business: "어진건축",
    line: "설계부터 감리까지 건축사가 합니다.",
    intro:
      "건축사 사무소에서 시작해 직접 시공까지 하게 됐어요. 먼 곳은 현장 소장이 상주합니다. 도면과 견적이 다르면 도면을 고치지 않고 저희가 맞춰요.",
  },
  {
    name: "맹호철",
    age: 50,
    trades: ["demo", "waste"],
    years: 24,
    base: "41595",
    covers: ["all"],
    business: "호철산업",
    line: "큰 철거일수록 조용히 끝내요.",
    intro:
      "공장과 상가 철거로 전국을 다녔습니다. 신고 서류와 안전 계획을 먼저 드려요. 사고 없는 24년이 가장 큰 자랑입니다.",
  },
  {
    name: "사공민",
    age: 40,
    trades: ["aircon"],
    years: 16,
    base: "41463",
    covers: ["all"],
    business: "사공시스템에어컨",
    line: "천장형 시스템 에어컨, 전국 시공.",
    intro:
      "학교와 사무실의 시스템 에어컨을 달아 왔습니다. 배관 도면을 남겨 두어서 나중에 고치기 쉬워요. 두 대 이상이면 어디든 갑니다.",
  },
  {
    name: "계은영",
    woman: true,
    age: 50,
    trades: ["clean"],
    years: 14,
    base: "11320",
    covers: ["all"],
    business: "은영특수청소",
    line: "화재와 침수, 먼저 전화 주세요.",
    intro:
      "불이 나거나 물에 잠긴 집을 되살리는 일을 합니다. 냄새와 그을음은 순서가 틀리면 더 번져요. 급하실 때 전화로 먼저 할 일을 알려 드립니다.",
  },
]
