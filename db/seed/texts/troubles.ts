/**
 * What does not go as planned in the town, by kind of work: more to do, something to be done again, a
 * quarrel.
 */
import type { Category } from "#app/areas/orders/rules.ts"

export type Trouble = {
  /** More work found on the way: title, reason, 만원. */
  more: readonly [title: string, reason: string, least: number, most: number]
  /** What the customer asks to be done again. */
  again: string
}

const services: Readonly<Record<string, Trouble>> = {
  "repair/leak": {
    more: ["삭은 앵글 밸브 교체", "작업하다 보니 밸브가 삭아 있어서 함께 바꾸는 것이 안전해요.", 3, 6],
    again: "수도를 세게 틀면 아직 한 방울씩 떨어져요. 다시 봐 주세요.",
  },
  "repair/electric": {
    more: ["차단기 하나 추가 교체", "옆 차단기도 그을려 있어 함께 바꿔야 해요.", 3, 6],
    again: "스위치 하나가 반대로 연결된 것 같아요.",
  },
  "repair/door-window": {
    more: ["문틀 아래쪽 보강", "물을 먹어 물러진 부분이 있어 보강이 필요해요.", 4, 9],
    again: "문이 끝까지 닫힐 때 조금 뻑뻑해요. 조정 부탁드려요.",
  },
  "repair/tile": {
    more: ["들뜬 타일 두 장 추가", "옆 타일까지 들떠 있어요. 지금 함께 붙이면 줄눈이 이어져요.", 4, 8],
    again: "줄눈 색이 한 곳만 조금 달라요.",
  },
  "repair/wallpaper-patch": {
    more: ["석고보드 한 장 교체", "벽지를 떼어 보니 안쪽이 젖어서 물러 있어요.", 5, 9],
    again: "이음매 한쪽이 살짝 들떠 보여요.",
  },
  "repair/heating": {
    more: ["배관 보온재 교체", "보온재가 삭아 겨울에 얼 수 있어요.", 3, 6],
    again: "온수가 처음 일 분쯤 미지근해요. 확인 부탁드려요.",
  },
  "repair/screen": {
    more: ["방충망 틀 롤러 교체", "롤러가 닳아 새 망을 달아도 뻑뻑해요.", 2, 4],
    again: "한 장이 창틀에서 조금 떠요.",
  },
  "repair/bathroom": {
    more: ["배수 트랩 교체", "트랩이 깨져 있어 냄새가 다시 올라올 수 있어요.", 3, 6],
    again: "구석에 실리콘이 빠진 곳이 있어요.",
  },
  "repair/other": {
    more: ["손잡이 하나 추가 교체", "옆 방 손잡이도 나사가 헐거워요.", 2, 4],
    again: "선반 높이가 말씀드린 것보다 조금 낮아요.",
  },
  "interior/wallpaper": {
    more: [
      "석고보드 한 면 교체",
      "벽지를 떼어 보니 안쪽이 젖어서 물러 있어요. 그대로 바르면 다시 들떠요.",
      9,
      18,
    ],
    again: "모서리 한 곳이 들떠 보여요. 다시 한번 봐 주세요.",
  },
  "interior/flooring": {
    more: ["바닥 수평 보정 추가", "걷어 보니 바닥이 2cm쯤 기울어 있어 미장이 더 필요해요.", 12, 24],
    again: "문턱 앞에서 밟으면 소리가 나요.",
  },
  "interior/tile": {
    more: ["바탕 미장 보강", "기존 타일을 걷으니 시멘트가 떨어져 나와요.", 9, 18],
    again: "줄눈 한 줄이 비어 있어요.",
  },
  "interior/bathroom": {
    more: ["배관 위치 20cm 이동", "새 변기와 배수 자리가 맞지 않아요.", 12, 22],
    again: "샤워부스 문 아래로 물이 조금 새요.",
  },
  "interior/kitchen": {
    more: ["싱크대 뒤 배관 교체", "몸통을 떼어 보니 배관이 삭아 있어요.", 8, 15],
    again: "서랍 하나가 끝까지 안 닫혀요.",
  },
  "interior/lighting": {
    more: ["천장 보강목 설치", "천장 석고보드가 얇아 등 무게를 받칠 나무가 필요해요.", 6, 12],
    again: "등 하나가 다른 등보다 어두워요.",
  },
  "interior/curtain": {
    more: ["커튼 박스 보강", "천장이 약해 레일을 받칠 나무가 필요해요.", 3, 6],
    again: "왼쪽 커튼이 바닥에 조금 끌려요.",
  },
  "interior/film-paint": {
    more: ["문짝 퍼티 추가", "패인 곳이 깊어 퍼티를 한 번 더 먹여야 해요.", 5, 10],
    again: "문 모서리 한 곳의 필름이 살짝 떠요.",
  },
  "interior/whole": {
    more: ["베란다 쪽 단열 보강", "결로가 심한 벽이라 단열재를 대는 것이 좋아요.", 60, 120],
    again: "걸레받이 이음이 벌어진 곳이 두 군데 있어요.",
  },
  "interior/other": {
    more: ["콘센트 자리 옮기기", "새로 짜 넣는 자리에 콘센트가 걸려요.", 5, 9],
    again: "문 한 짝의 높이가 옆과 안 맞아요.",
  },
  "moving/studio": {
    more: ["폐가구 수거", "버리기로 하신 책장을 함께 처리해요.", 3, 5],
    again: "상자 하나가 다른 방에 있어요. 무거워서 못 옮기겠어요.",
  },
  "moving/full": {
    more: ["사다리차 추가", "엘리베이터 점검으로 창으로 내려야 해요.", 12, 18],
    again: "침대 한쪽 다리가 덜 조여졌어요.",
  },
  "moving/half": {
    more: ["상자 열 개 추가 운반", "베란다 창고에 짐이 더 있었어요.", 4, 7],
    again: "세탁기 수평이 안 맞아 흔들려요.",
  },
  "moving/office": {
    more: ["파티션 해체", "파티션이 벽에 고정돼 있어 떼어 내야 해요.", 12, 20],
    again: "책상 두 개의 자리가 배치도와 달라요.",
  },
  "moving/truck": {
    more: ["대기 한 시간", "물건이 늦게 나와 한 시간 기다렸어요.", 2, 3],
    again: "끈 자국이 남았어요. 한번 봐 주세요.",
  },
  "moving/storage": {
    more: ["보관 한 주 연장", "입주가 한 주 미뤄져 보관을 늘려요.", 10, 14],
    again: "상자 목록에서 한 개가 빠져 있어요.",
  },
  "moving/lift-truck": {
    more: ["작업 30분 연장", "짐이 말씀하신 것보다 많아 시간이 더 걸려요.", 3, 5],
    again: "난간에 긁힌 자국이 있어요. 확인 부탁드려요.",
  },
  "moving/other": {
    more: ["문 떼고 달기", "문을 떼어야 나올 수 있어요.", 3, 5],
    again: "바닥 보양 테이프가 남아 있어요.",
  },
  "demolition/move-in": {
    more: ["곰팡이 약품 처리", "붙박이장 뒤에 곰팡이가 있어 약품을 써야 해요.", 3, 7],
    again: "창틀 안쪽이 덜 닦였어요. 그쪽만 다시 부탁드려요.",
  },
  "demolition/move-out": {
    more: ["스티커 자국 제거", "유리와 문에 시트지 자국이 많아요.", 2, 5],
    again: "후드 안쪽에 기름이 조금 남았어요.",
  },
  "demolition/living": {
    more: ["냉장고 속 청소", "둘러보시다가 부탁하신 냉장고까지 함께 해요.", 4, 6],
    again: "욕실 거울에 얼룩이 남았어요.",
  },
  "demolition/aircon": {
    more: ["배수 펌프 청소", "펌프가 막혀 물이 넘칠 수 있어요.", 2, 4],
    again: "아직 냄새가 조금 나요.",
  },
  "demolition/appliance": {
    more: ["배수 필터 교체", "필터가 찢어져 새것으로 바꿔야 해요.", 2, 3],
    again: "한쪽 얼룩이 다시 올라왔어요.",
  },
  "demolition/shop": {
    more: ["바닥 왁스 한 번 더", "기존 왁스가 벗겨진 곳이 있어요.", 6, 10],
    again: "유리 위쪽에 줄이 남았어요.",
  },
  "demolition/waste": {
    more: ["폐기물 반 대 추가", "베란다 창고에서 버릴 것이 더 나왔어요.", 8, 14],
    again: "작은 쓰레기 두 봉지가 남아 있어요.",
  },
  "demolition/demolish": {
    more: ["폐기물 1톤 추가", "천장 속에서 예전 자재가 더 나왔어요.", 18, 26],
    again: "바닥에 튀어나온 못이 몇 개 있어요.",
  },
  "demolition/special": {
    more: ["도배지 제거", "냄새가 밴 벽지를 떼어야 탈취가 돼요.", 8, 15],
    again: "작은방에 아직 냄새가 남아 있어요.",
  },
  "demolition/other": {
    more: ["장비 반나절 추가", "손이 닿지 않는 곳이 있어 장비를 더 써야 해요.", 6, 12],
    again: "뒤쪽 구석이 빠졌어요.",
  },
  "installation/aircon": {
    more: ["배관 3m 추가", "실외기 자리까지 거리가 예상보다 길어요.", 4, 8],
    again: "배수 호스에서 물이 조금 새요.",
  },
  "installation/tv": {
    more: ["벽 보강판 설치", "석고보드 안에 받칠 곳이 없어요.", 3, 6],
    again: "수평이 조금 안 맞는 것 같아요. 사진을 올려 두었어요.",
  },
  "installation/appliance": {
    more: ["전용 콘센트 신설", "용량이 모자라 단독 배선이 필요해요.", 7, 13],
    again: "탈수할 때 조금 흔들려요.",
  },
  "installation/light": {
    more: ["스위치 교체", "스위치가 낡아 새 등이 깜빡여요.", 2, 4],
    again: "식탁등 줄을 조금만 더 올려 주세요.",
  },
  "installation/furniture": {
    more: ["벽 고정 철물 추가", "높은 가구라 넘어지지 않게 고정해야 해요.", 2, 4],
    again: "옷장 문 한 짝의 높이가 안 맞아요.",
  },
  "installation/cctv": {
    more: ["카메라 한 대 추가", "사각지대가 남아 한 대를 더 달기로 했어요.", 10, 16],
    again: "밤에 한 대가 흐리게 보여요.",
  },
  "installation/door-lock": {
    more: ["구멍 덮개판 추가", "예전 구멍이 커서 덮개판이 필요해요.", 2, 3],
    again: "문을 살짝 밀어야 잠겨요.",
  },
  "installation/bath-kitchen": {
    more: ["앵글 밸브 교체", "밸브가 낡아 새 수전과 맞지 않아요.", 2, 4],
    again: "연결한 곳에 물방울이 맺혀요.",
  },
  "installation/other": {
    more: ["타공 두 곳 추가", "길이가 길어 받침을 더 달아야 해요.", 2, 3],
    again: "한쪽 나사가 헐거운 것 같아요.",
  },
}

/** What can go wrong with a kind of work. */
export function findTrouble(category: Category, service: string): Trouble {
  const trouble = services[`${category}/${service}`]
  if (!trouble) throw new Error(`The demo town knows no trouble of ${category}/${service}`)
  return trouble
}

/** What customers and experts cannot settle between themselves. */
export const disputes: Readonly<Record<Category, readonly string[]>> = {
  repair: [
    "작업 뒤 같은 곳이 다시 말썽인데 추가 비용을 달라고 하세요. 견적서에는 하자보수가 적혀 있어요.",
    "고쳤다고 하셨는데 그대로예요. 두 번 연락드렸지만 일정을 미루고 계세요.",
  ],
  interior: [
    "약속한 자재와 다른 것으로 시공했어요. 견적서에 적힌 제품으로 바꿔 달라고 했지만 어렵다고 하세요.",
    "마감이 고르지 않아 다시 해 달라고 했는데 원래 그렇다고 하세요. 사진을 올려 두었어요.",
  ],
  moving: [
    "이사 중에 냉장고 문이 긁혔어요. 보상 금액이 서로 맞지 않아요.",
    "상자 두 개가 도착하지 않았어요. 실은 적이 없다고 하시는데 출발 사진에는 있어요.",
  ],
  demolition: [
    "작업 범위를 두고 말이 달라요. 견적서에는 창틀까지 포함이라고 적혀 있어요.",
    "집주인이 청소가 안 됐다고 보증금을 깎았어요. 다시 와 달라고 했지만 끝난 일이라고 하세요.",
  ],
  installation: [
    "설치하고 이틀 만에 떨어졌어요. 벽이 약해서라고 하시는데 확인하고 다신 거예요.",
    "추가 자재비를 작업이 끝난 뒤에 말씀하셨어요. 미리 들은 적이 없어요.",
  ],
}
