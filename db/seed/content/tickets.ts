/** What people of the demo town asked us; a line that begins with ">" is our answer. */
import type { TicketState, TicketTopic } from "#app/areas/content/rules.ts"

export type TicketSeed = {
  by: "customer" | "expert" | "visitor" | "someone"
  topic: TicketTopic
  title: string
  state: TicketState
  days: number
  messages: string[]
}

export const TICKETS: readonly TicketSeed[] = [
  {
    by: "customer",
    topic: "dispute",
    title: "타일 줄눈이 벌써 벌어졌어요",
    state: "answered",
    days: 3,
    messages: [
      "욕실 타일을 새로 한 지 두 달인데 줄눈이 벌어졌어요. 전문가님께 연락했는데 답이 늦어요. 보증 기간이 1년이라고 적혀 있었어요.",
      "> 안녕하세요. 견적서에 하자보수 12개월이 적혀 있는 것을 확인했어요. 전문가님께 방문 일정을 요청했고, 3일 안에 답이 없으면 조정 절차로 넘길게요.",
    ],
  },
  {
    by: "customer",
    topic: "use",
    title: "요청에 사진을 더 올리고 싶어요",
    state: "closed",
    days: 21,
    messages: [
      "이미 올린 견적 요청에 사진을 추가할 수 있나요?",
      "> 네, 전문가를 선택하기 전이라면 주문 화면의 ‘요청 내용 고치기’에서 열 장까지 올릴 수 있어요.",
      "됐어요. 고맙습니다!",
    ],
  },
  {
    by: "expert",
    topic: "use",
    title: "서비스 지역을 시 전체로 바꾸려면요?",
    state: "answered",
    days: 2,
    messages: [
      "지금은 구마다 골라 두었는데 서울 전체로 바꾸고 싶습니다.",
      "> 지역은 심사한 내용이라 저희가 바꿔 드려요. 서울 전체로 바꾸고 골라 두신 구는 뺐어요. 공개 프로필에서 확인해 주세요.",
    ],
  },
  {
    by: "visitor",
    topic: "partnership",
    title: "아파트 입주자대표회의 공동 구매 제안",
    state: "open",
    days: 1,
    messages: [
      "412세대 단지입니다. 방충망 교체와 에어컨 청소를 공동으로 진행하고 싶은데 단체 견적이 가능한지 궁금합니다.",
    ],
  },
  {
    by: "visitor",
    topic: "press",
    title: "하루 일자리 시장 취재 요청",
    state: "answered",
    days: 5,
    messages: [
      "경제지 기자입니다. 실제 시급 표시 이후 공고가 어떻게 달라졌는지 취재하고 싶습니다.",
      "> 관심 가져 주셔서 고마워요. 적어 주신 이메일로 자료와 담당자 연락처를 보냈어요.",
    ],
  },
  {
    by: "someone",
    topic: "payment",
    title: "카드 취소가 아직 안 됐어요",
    state: "open",
    days: 1,
    messages: ["지난주에 취소한 주문이 카드 앱에는 아직 승인으로 보여요. 언제 취소되나요?"],
  },
  {
    by: "someone",
    topic: "account",
    title: "휴대폰 인증번호가 오지 않아요",
    state: "open",
    days: 0,
    messages: ["세 번 눌렀는데 문자가 오지 않습니다. 스팸함에도 없어요."],
  },
  {
    by: "someone",
    topic: "dispute",
    title: "약속한 날 기사님이 안 오셨어요",
    state: "open",
    days: 2,
    messages: [
      "오늘 오전 9시 약속이었는데 11시까지 오지 않고 전화도 안 받으세요.",
      "방금 오후에 온다고 연락이 왔습니다. 그래도 확인 부탁드려요.",
    ],
  },
  {
    by: "someone",
    topic: "use",
    title: "부모님 댁 주소로 요청해도 되나요?",
    state: "closed",
    days: 33,
    messages: [
      "저는 서울에 살고 부모님 댁은 강릉인데 제가 대신 요청해도 되나요?",
      "> 네, 요청할 때 지역을 작업할 곳으로 고르고, 전문가를 선택할 때 그곳의 주소를 적으면 돼요.",
    ],
  },
  {
    by: "someone",
    topic: "payment",
    title: "영수증은 어디서 받나요?",
    state: "answered",
    days: 8,
    messages: [
      "가상계좌로 결제했는데 회사에 낼 영수증이 필요해요.",
      "> 주문 상세의 ‘영수증’에서 인쇄하거나 PDF로 저장할 수 있어요.",
    ],
  },
  {
    by: "someone",
    topic: "account",
    title: "탈퇴가 안 돼요",
    state: "answered",
    days: 12,
    messages: [
      "진행 중인 거래가 있어서 탈퇴할 수 없다고 나옵니다.",
      "> 작업 확인을 기다리는 주문이 하나 있어요. 완료를 확인하신 뒤 탈퇴할 수 있어요. 문제가 있다면 보완이나 분쟁 조정을 요청해 주세요.",
    ],
  },
  {
    by: "someone",
    topic: "other",
    title: "전문가님을 칭찬하고 싶어요",
    state: "closed",
    days: 17,
    messages: [
      "비 오는 날에도 늦지 않게 오셔서 정말 꼼꼼히 해 주셨어요. 꼭 칭찬해 주세요!",
      "> 따뜻한 말씀 고마워요. 전문가님께 그대로 전해 드렸어요.",
    ],
  },
  {
    by: "someone",
    topic: "use",
    title: "글자를 더 크게 볼 수 있나요?",
    state: "answered",
    days: 6,
    messages: [
      "눈이 침침해서 글씨가 잘 안 보입니다.",
      "> 브라우저의 확대 기능을 쓰면 화면이 깨지지 않고 커져요. 컴퓨터에서는 Ctrl과 + 키를 함께 눌러 보세요.",
    ],
  },
  {
    by: "expert",
    topic: "dispute",
    title: "고객이 추가금을 인정하지 않습니다",
    state: "closed",
    days: 40,
    messages: [
      "철거하니 안쪽이 썩어 있어 자재를 더 썼는데 고객이 수락하지 않았습니다.",
      "> 추가금은 작업 전에 수락을 받아야 청구할 수 있어요. 이번 건은 두 분의 합의를 도와 재료비의 절반으로 마무리했어요.",
    ],
  },
]
