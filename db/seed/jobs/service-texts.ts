/** What the posts of day work say for packing, shops, events and offices. */
import { DAY, OFFICE, type KindText } from "./kind-text.ts"

export const SERVICE_TEXTS: readonly KindText[] = [
  {
    kind: "packing",
    weight: 10,
    pays: [
      { type: "hour", from: 11_000, to: 15_500, step: 100 },
      { type: "day", from: 95_000, to: 135_000, step: 5_000 },
    ],
    hours: [OFFICE, ["13:00", "22:00", 60], ["22:00", "06:00", 60]],
    businesses: ["바른 물류", "새벽 풀필먼트", "모아 택배센터", "한아름 식품"],
    jobs: [
      {
        title: "물류센터 상품 포장 (냉난방 완비)",
        text: "옷과 생활용품을 봉투에 담아 송장을 붙여요. 앉아서 하는 자리도 있어요.",
        employers: ["바른 물류", "새벽 풀필먼트"],
        hours: ["09:00", "18:00", 60],
      },
      {
        title: "물류센터 야간 분류",
        text: "벨트 위로 오는 상자를 지역별로 나눠요. 통근 버스가 있어요.",
        employers: ["새벽 풀필먼트", "모아 택배센터"],
        hours: ["22:00", "06:00", 60],
      },
      {
        title: "선물세트 포장 단기",
        text: "과일과 한우 세트를 상자에 담아요. 닷새 동안 함께해요.",
        employers: ["한아름 식품"],
        days: 5,
        hours: ["09:00", "18:00", 60],
      },
      {
        title: "화장품 검수·라벨 붙이기",
        text: "제품을 확인하고 라벨을 붙여요. 손이 꼼꼼한 분께 잘 맞아요.",
        employers: ["바른 물류"],
        hours: ["09:00", "18:00", 60],
      },
      {
        title: "온라인 서점 도서 피킹",
        text: "화면에 나오는 책을 찾아 카트에 담아요. 많이 걸어요.",
        employers: ["바른 물류", "새벽 풀필먼트"],
        hours: ["13:00", "22:00", 60],
      },
      {
        title: "여성용품 포장 보조",
        text: "낱개 제품을 상자에 세어 담는 일이에요. 가벼워요.",
        employers: ["바른 물류"],
        hours: ["09:00", "18:00", 60],
      },
    ],
    needs: [],
    seek: [
      {
        title: "물류 포장 빠르고 정확해요",
        text: "피킹과 포장을 {n}년 했어요. 야간도 할 수 있어요.",
        times: ["morning", "afternoon", "night"],
      },
      {
        title: "평일 낮 포장 알바 찾아요",
        text: "검수 일을 했고 손이 빨라요.",
        days: "weekdays",
        times: ["morning", "afternoon"],
      },
    ],
    licences: ["지게차 운전기능사"],
  },
  {
    kind: "delivery",
    weight: 6,
    pays: [
      { type: "day", from: 120_000, to: 180_000, step: 5_000 },
      { type: "hour", from: 12_500, to: 17_000, step: 500 },
    ],
    hours: [["06:00", "14:00", 60], ["19:00", "03:00", 60], OFFICE],
    businesses: ["번개 택배", "착착 배송", "참 유통"],
    jobs: [
      {
        title: "택배 상하차 저녁 근무",
        text: "화물차에서 상자를 내려 벨트에 올려요. 두 시간마다 20분씩 쉬어요.",
        needs: [],
        employers: ["번개 택배"],
        hours: ["18:00", "23:30", 30],
      },
      {
        title: "꽃 배송 운전 하루",
        text: "정해진 길을 따라 화환을 전해요. 차는 저희 것을 써요.",
        headcount: 1,
        employers: ["착착 배송"],
        days: 1,
        hours: ["09:00", "18:00", 60],
      },
      {
        title: "식자재 새벽 배송 보조",
        text: "운전하시는 분 옆에서 상자를 내려 드리는 일이에요.",
        needs: [],
        employers: ["참 유통"],
        hours: ["04:00", "11:00", 60],
      },
      {
        title: "가구 배송 동승 인원",
        text: "둘이 함께 소파와 침대를 옮겨 조립해요.",
        needs: [],
        headcount: 1,
        employers: ["착착 배송"],
        hours: ["09:00", "18:00", 60],
      },
    ],
    needs: ["1종 보통 운전면허"],
    seek: [
      {
        title: "운전 경력 {n}년, 1톤 트럭 가능해요",
        text: "식자재 배송을 오래 했어요. 이 지역 길을 잘 알아요.",
      },
    ],
    licences: ["1종 보통 운전면허", "화물운송종사 자격"],
  },
  {
    kind: "cafe",
    weight: 9,
    pays: [
      { type: "hour", from: 10_500, to: 13_500, step: 100 },
      { type: "month", from: 2_250_000, to: 2_700_000, step: 50_000 },
    ],
    hours: [
      ["09:00", "15:00", 30],
      ["13:00", "19:00", 30],
      ["08:00", "17:00", 60],
    ],
    businesses: ["달밤 커피", "모퉁이 베이커리", "카페 온기", "소담 문구점", "하루 여성복"],
    jobs: [
      {
        title: "카페 주말 오전 함께할 분",
        text: "커피를 내리고 계산해요. 처음이어도 사흘 동안 알려 드려요.",
        employers: ["달밤 커피", "카페 온기"],
        hours: ["08:00", "13:00", 30],
        starts: "weekend",
      },
      {
        title: "베이커리 포장·판매",
        text: "구운 빵을 담고 진열해요. 예쁜 카페에서 향기로운 하루를 보내요.",
        employers: ["모퉁이 베이커리"],
      },
      {
        title: "여성복 매장 판매 도와주실 분",
        text: "옷을 정리하고 손님을 안내해요. 평일 낮이라 여유로워요.",
        needs: [],
        employers: ["하루 여성복"],
        hours: ["11:00", "17:00", 30],
        starts: "weekdays",
      },
      {
        title: "문구점 계산·진열 단기",
        text: "새로 들어온 물건을 진열하고 계산해요.",
        needs: [],
        employers: ["소담 문구점"],
        days: 5,
      },
      {
        title: "카페 마감 시간 구해요",
        text: "기계 청소와 정산을 함께 해요. 버스 정류장 바로 앞이에요.",
        employers: ["달밤 커피", "카페 온기"],
        hours: ["17:00", "22:00", 30],
      },
    ],
    needs: ["보건증"],
    seek: [
      {
        title: "바리스타 {n}년, 라테아트 할 수 있어요",
        text: "개인 카페에서 일했어요. 오픈과 마감을 모두 해 봤어요.",
      },
      {
        title: "주말 카페 알바 구해요",
        text: "학교가 없는 주말에 일하고 싶어요. 인사를 잘해요.",
        days: "weekend",
        career: 0,
      },
    ],
    licences: ["바리스타 2급", "보건증"],
  },
  {
    kind: "kitchen",
    weight: 7,
    pays: [
      { type: "hour", from: 11_000, to: 14_500, step: 500 },
      { type: "day", from: 100_000, to: 140_000, step: 5_000 },
      { type: "month", from: 2_400_000, to: 3_200_000, step: 50_000 },
    ],
    hours: [
      ["10:00", "16:00", 30],
      ["17:00", "23:00", 30],
      ["10:00", "20:00", 120],
    ],
    businesses: ["할매 국밥", "소문난 칼국수", "담소 한식", "바다 횟집", "라온 웨딩홀", "새싹 급식"],
    jobs: [
      {
        title: "점심 홀서빙",
        text: "주문을 받고 상을 치워요. 한 끼를 함께 먹어요.",
        employers: ["할매 국밥", "소문난 칼국수", "담소 한식", "바다 횟집"],
        hours: ["10:30", "15:00", 30],
      },
      {
        title: "주방 보조 (설거지·재료 손질)",
        text: "식기세척기가 있어 힘들지 않아요. 채소 다듬기를 도와주세요.",
        employers: ["할매 국밥", "소문난 칼국수", "담소 한식", "바다 횟집"],
      },
      {
        title: "결혼식장 뷔페 주말 서빙",
        text: "음식을 채우고 접시를 치워요. 유니폼을 빌려 드려요.",
        employers: ["라온 웨딩홀"],
        hours: ["10:00", "16:00", 30],
        starts: "weekend",
      },
      {
        title: "급식 조리 보조 대체 인력",
        text: "300인분을 다섯 명이 함께 만들어요. 앞치마와 장화를 드려요.",
        headcount: 2,
        employers: ["새싹 급식"],
        hours: ["08:00", "14:30", 30],
        starts: "weekdays",
      },
    ],
    needs: ["보건증"],
    seek: [
      { title: "주방 보조 {n}년, 손이 빨라요", text: "한식당에서 재료 손질과 설거지를 했어요." },
      {
        title: "저녁 홀서빙 가능해요",
        text: "퇴근하고 저녁 시간에 일해요. 밝게 인사해요.",
        times: ["evening"],
      },
    ],
    licences: ["한식조리기능사", "보건증"],
  },
  {
    kind: "event",
    weight: 8,
    pays: [
      { type: "day", from: 90_000, to: 140_000, step: 5_000 },
      { type: "hour", from: 11_500, to: 15_000, step: 500 },
    ],
    hours: [
      ["09:00", "18:00", 60],
      ["10:00", "17:00", 60],
      ["12:00", "21:00", 60],
    ],
    businesses: ["하루 이벤트", "축제랑", "모두의 전시", "온 스튜디오"],
    jobs: [
      {
        title: "전시장 안내 스태프",
        text: "관람객에게 길을 안내하고 표를 확인해요. 서서 하는 일이에요.",
        employers: ["모두의 전시"],
        days: 2,
      },
      {
        title: "마라톤 급수대 스태프",
        text: "물컵을 채우고 나눠 줘요. 새벽에 모여 점심 전에 끝나요.",
        employers: ["하루 이벤트", "축제랑"],
        hours: ["05:00", "11:30", 30],
        days: 1,
        starts: "weekend",
      },
      {
        title: "박람회 부스 설치·철거",
        text: "배너와 테이블을 놓고, 끝나면 다시 실어요.",
        employers: ["모두의 전시", "하루 이벤트"],
      },
      {
        title: "지역 축제 주차 안내",
        text: "차를 빈 자리로 안내해요. 무전기와 조끼를 드려요.",
        employers: ["축제랑"],
      },
      {
        title: "팝업스토어 운영 스태프",
        text: "줄을 세우고 상품을 채워요. 키오스크 안내도 해요.",
        employers: ["하루 이벤트"],
      },
    ],
    needs: [],
    seek: [
      {
        title: "행사 스태프 20번 넘게 했어요",
        text: "박람회와 축제를 다녔어요. 무전기 사용도 익숙해요.",
        career: 3,
      },
      { title: "주말 행사 단기 구해요", text: "오래 서 있어도 괜찮고 안내를 잘해요.", days: "weekend" },
    ],
    licences: [],
  },
  {
    kind: "installation",
    weight: 5,
    pays: [{ type: "day", from: 130_000, to: 200_000, step: 10_000 }],
    hours: [OFFICE, DAY],
    businesses: ["시원 에어컨", "척척 조립", "바로 설치"],
    jobs: [
      {
        title: "에어컨 설치 기사 보조",
        text: "실외기를 함께 들고 배관을 정리해요. 하루 세 집을 다녀요.",
        headcount: 1,
        employers: ["시원 에어컨"],
      },
      {
        title: "사무 가구 조립 하루",
        text: "책상 20대와 의자를 조립해요. 전동 드라이버가 있어요.",
        employers: ["척척 조립"],
        days: 1,
      },
      {
        title: "TV 벽걸이 설치 보조",
        text: "브래킷을 달고 화면을 걸 때 함께 들어 주세요.",
        headcount: 1,
        employers: ["바로 설치"],
      },
    ],
    needs: [],
    seek: [{ title: "가구 조립 혼자서도 해요", text: "조립 설치를 {n}년 했어요. 공구가 있어요." }],
    licences: ["공조냉동기계기능사"],
  },
  {
    kind: "office",
    weight: 5,
    pays: [
      { type: "hour", from: 10_500, to: 14_000, step: 100 },
      { type: "month", from: 2_200_000, to: 2_800_000, step: 50_000 },
    ],
    hours: [OFFICE, ["10:00", "16:00", 60]],
    businesses: ["한마음 세무", "새길 리서치", "다온 교육"],
    jobs: [
      {
        title: "설문 데이터 입력",
        text: "종이 설문을 표에 옮겨 적어요. 엑셀 기본만 알면 돼요.",
        employers: ["새길 리서치"],
        days: 5,
      },
      {
        title: "세무사 사무실 영수증 정리",
        text: "영수증을 종류별로 나누고 붙여요. 조용한 사무실이에요.",
        employers: ["한마음 세무"],
      },
      {
        title: "학원 접수·전화 안내",
        text: "상담 전화를 받고 시간표를 안내해요.",
        needs: [],
        employers: ["다온 교육"],
      },
    ],
    needs: ["엑셀 기본"],
    seek: [
      {
        title: "엑셀 자신 있어요, 데이터 입력 구해요",
        text: "자료 정리와 입력을 {n}년 했어요. 오타가 적어요.",
      },
    ],
    licences: ["컴퓨터활용능력 2급"],
  },
]
