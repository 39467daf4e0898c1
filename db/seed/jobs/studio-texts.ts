/** What the posts of day work say for studios, stages, and what fits nowhere else. */
import { OFFICE, type KindText } from "./kind-text.ts"

export const STUDIO_TEXTS: readonly KindText[] = [
  {
    kind: "filming",
    weight: 7,
    pays: [
      { type: "day", from: 150_000, to: 350_000, step: 10_000 },
      { type: "piece", from: 120_000, to: 400_000, step: 10_000, minutesPerPiece: 360 },
    ],
    hours: [
      ["09:00", "18:00", 60],
      ["10:00", "17:00", 60],
    ],
    businesses: ["온 스튜디오", "필름나루", "빛그림 사진관", "하루 픽처스"],
    jobs: [
      {
        title: "인터뷰 촬영 카메라맨 하루",
        text: "두 대로 찍는 인터뷰예요. 카메라는 저희 것을 쓰셔도 되고 가져오셔도 돼요.",
        headcount: 1,
        employers: ["온 스튜디오", "필름나루"],
        days: 1,
      },
      {
        title: "스튜디오 제품 촬영 보조",
        text: "상품을 놓고 조명을 옮겨요. 하루 60컷을 찍어요.",
        employers: ["온 스튜디오", "빛그림 사진관"],
      },
      {
        title: "돌잔치 스냅 촬영 작가님",
        text: "두 시간 촬영하고 원본을 넘겨 주시면 돼요.",
        headcount: 1,
        employers: ["빛그림 사진관"],
        hours: ["11:00", "15:00", 30],
        days: 1,
        starts: "weekend",
      },
      {
        title: "유튜브 요리 채널 촬영 스태프",
        text: "카메라 세 대를 켜고 오디오를 확인해요.",
        employers: ["하루 픽처스", "온 스튜디오"],
      },
      {
        title: "공연 실황 촬영 카메라맨",
        text: "고정 카메라 한 대를 맡아요. 리허설부터 함께해요.",
        headcount: 1,
        employers: ["필름나루"],
        hours: ["13:00", "21:30", 60],
        days: 1,
      },
    ],
    needs: ["카메라 사용 경험"],
    seek: [
      {
        title: "카메라맨 {n}년, 장비 있어요",
        text: "인터뷰와 행사 촬영을 많이 했어요. 미러리스 두 대와 짐벌이 있어요.",
      },
      { title: "사진 촬영 보조 하고 싶어요", text: "스튜디오에서 조명을 배웠어요.", career: 0 },
    ],
    licences: ["초경량비행장치 조종자(드론)"],
  },
  {
    kind: "editing",
    weight: 7,
    pays: [
      { type: "piece", from: 150_000, to: 350_000, step: 10_000, minutesPerPiece: 480 },
      { type: "piece", from: 45_000, to: 80_000, step: 5_000, minutesPerPiece: 180 },
      { type: "month", from: 2_400_000, to: 3_200_000, step: 100_000 },
    ],
    hours: [OFFICE, ["10:00", "19:00", 60]],
    businesses: ["온 스튜디오", "컷앤컷", "하루 픽처스", "소리그림"],
    jobs: [
      {
        title: "유튜브 영상편집 (10분, 자막 포함)",
        text: "컷 편집과 자막을 맡아요. 효과음과 글꼴은 정해 둔 것을 써요. 일주일에 한 편이에요.",
        headcount: 1,
        pay: 0,
        days: 1,
      },
      {
        title: "쇼츠 편집해 주실 분",
        text: "긴 영상에서 재미있는 곳을 골라 1분으로 만들어요.",
        headcount: 1,
        pay: 1,
        days: 1,
      },
      {
        title: "기업 홍보 영상편집 재택",
        text: "촬영본을 드리면 3분으로 편집해 주세요. 수정은 두 번이에요.",
        headcount: 1,
        pay: 0,
        days: 1,
      },
      {
        title: "결혼식 영상편집 단기",
        text: "식전 영상과 본식을 8분으로 만들어요.",
        headcount: 1,
        pay: 0,
        days: 1,
      },
    ],
    needs: ["프리미어 프로"],
    seek: [
      {
        title: "유튜브 영상편집 {n}년, 자막 빨라요",
        text: "구독자 20만 채널을 편집했어요. 프리미어와 애프터이펙트를 써요.",
      },
      { title: "쇼츠 편집 전문이에요", text: "하루 두 편까지 할 수 있어요.", career: 3 },
    ],
    licences: ["GTQ 1급"],
  },
  {
    kind: "sound",
    weight: 5,
    pays: [{ type: "day", from: 130_000, to: 260_000, step: 10_000 }],
    hours: [
      ["10:00", "20:00", 60],
      ["13:00", "22:00", 60],
    ],
    businesses: ["소리그림", "빛나래 조명", "무대와 사람들"],
    jobs: [
      {
        title: "공연 조명 설치 보조",
        text: "조명을 트러스에 달고 케이블을 정리해요. 높은 곳은 감독님이 올라가요.",
        employers: ["빛나래 조명"],
      },
      {
        title: "행사 음향 오퍼레이터 하루",
        text: "마이크 네 개와 음악을 맡아요. 믹서를 다뤄 본 분이면 돼요.",
        employers: ["소리그림"],
        days: 1,
      },
      {
        title: "무대 야간 설치·철거 인원",
        text: "첫날 밤에 세우고 다음 날 밤에 걷어요. 안전모를 드려요.",
        employers: ["무대와 사람들"],
        hours: ["21:00", "05:00", 60],
        days: 2,
      },
    ],
    needs: ["믹서 사용 경험"],
    safety: true,
    seek: [
      { title: "음향 오퍼레이터 {n}년", text: "교회와 행사장에서 디지털 믹서를 다뤘어요." },
      { title: "조명 보조 배우며 일해요", text: "소극장에서 1년 있었어요. 케이블 정리를 잘해요.", career: 1 },
    ],
    licences: ["무대예술전문인 3급"],
  },
  {
    kind: "design",
    weight: 5,
    pays: [
      { type: "piece", from: 60_000, to: 150_000, step: 10_000, minutesPerPiece: 240 },
      { type: "hour", from: 13_000, to: 20_000, step: 1_000 },
    ],
    hours: [OFFICE, ["13:00", "18:00", 0]],
    businesses: ["종이비행기 디자인", "하루 이벤트", "모아 인쇄"],
    jobs: [
      {
        title: "공연 포스터 디자인 1종",
        text: "사진과 글을 드려요. 시안 두 개와 수정 두 번이에요.",
        headcount: 1,
        employers: ["종이비행기 디자인", "하루 이벤트"],
        pay: 0,
        days: 1,
      },
      {
        title: "상세페이지 디자인 도와주실 분",
        text: "제품 사진으로 긴 상세페이지를 만들어요. 틀이 있어요.",
        days: 1,
        headcount: 1,
        employers: ["종이비행기 디자인"],
      },
      {
        title: "카드뉴스 만들기 (10장)",
        text: "정해진 글을 보기 좋게 나눠 담아요.",
        headcount: 1,
        employers: ["모아 인쇄", "종이비행기 디자인"],
        pay: 0,
        days: 1,
      },
    ],
    needs: ["포토샵", "일러스트레이터"],
    seek: [
      {
        title: "포스터·배너 디자인 해요",
        text: "행사 포스터를 40장 넘게 만들었어요. 하루 안에 시안을 드려요.",
      },
    ],
    licences: ["GTQ 1급", "시각디자인기사"],
  },
  {
    kind: "other",
    weight: 4,
    pays: [
      { type: "hour", from: 11_000, to: 15_000, step: 500 },
      { type: "day", from: 100_000, to: 140_000, step: 5_000 },
    ],
    hours: [["09:00", "15:00", 30], OFFICE],
    businesses: ["푸른 농원", "도란도란 반찬", "우리동네 공방"],
    jobs: [
      {
        title: "주말농장 상추·고추 수확 도와주실 분",
        text: "다 자란 채소를 따서 바구니에 담아요. 장갑과 앞치마를 드려요.",
        employers: ["푸른 농원"],
        days: 1,
      },
      {
        title: "전단 나눠 주기",
        text: "지하철역 앞에서 나눠 줘요. 비가 오면 쉬어요.",
        employers: ["우리동네 공방", "도란도란 반찬"],
        hours: ["11:00", "14:00", 0],
      },
      {
        title: "강아지 산책 도우미",
        text: "작은 강아지 두 마리와 공원을 돌아요.",
        days: 1,
        headcount: 1,
        hours: ["09:00", "11:00", 0],
        pay: 0,
        home: true,
      },
      {
        title: "김장 도와주실 분 하루",
        text: "배추 80포기를 다섯 명이 함께 버무려요. 김치 한 통을 드려요.",
        employers: ["도란도란 반찬"],
        days: 1,
        home: true,
      },
    ],
    needs: [],
    seek: [{ title: "무엇이든 성실하게 해요", text: "농장과 매장에서 일해 봤어요. 시간을 잘 지켜요." }],
    licences: [],
  },
]
