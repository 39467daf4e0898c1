import type { FormEvent, ReactNode } from "react"
import type { FormErrors, FormValues } from "#app/basics/form.ts"
import { getRows } from "#app/basics/form-rows.ts"
import { ChoiceCards, DateField, SelectField, TextArea, TextField, WonField } from "#app/ui/field.tsx"
import { FormRows } from "#app/ui/form-rows.tsx"
import { PictureUploader } from "#app/ui/picture-uploader.tsx"
import { RegionPicker } from "#app/ui/region-picker.tsx"
import { CATEGORIES, CATEGORY_LABELS, listCategorySettings } from "../../orders/category-rules.ts"
import { APPLICATION_LIMITS, type ApplicationStep } from "../rules.ts"
import type { PictureView } from "../views.ts"

type StepProps = {
  values: FormValues
  errors: FormErrors | undefined
  pictures: Readonly<Record<string, PictureView>>
}

const getText = (values: FormValues, field: string) => [values[field] ?? ""].flat()[0] ?? ""
const getValues = (values: FormValues, field: string) => [values[field] ?? []].flat()
const pickPictures = (pictures: StepProps["pictures"], ids: readonly string[]) =>
  ids.flatMap((id) => pictures[id] ?? [])

/** What each question says; `optional` ones can be skipped. */
export const STEP_TEXTS: Record<
  ApplicationStep,
  { question: string; help: string; label: string; optional?: true }
> = {
  categories: { label: "분야", question: "어떤 일을 하세요?", help: "여러 개 고를 수 있어요." },
  regions: {
    label: "활동 지역",
    question: "어디에서 일하세요?",
    help: `시·도 전체나 시·군·구를 ${APPLICATION_LIMITS.regions}곳까지 고를 수 있어요.`,
  },
  identity: {
    label: "활동명",
    question: "고객에게 어떻게 보일까요?",
    help: "프로필과 견적서 맨 위에 보여요.",
  },
  introduction: {
    label: "소개",
    question: "어떤 전문가인지 소개해 주세요",
    help: "자주 하는 작업, 일하는 방식, 약속하는 것을 써 주세요.",
  },
  career: { label: "경력", question: "경력은 몇 년인가요?", help: "이제 시작했다면 0을 써 주세요." },
  business: {
    label: "사업자 정보",
    question: "사업자 정보를 알려 주세요",
    help: "심사에 쓰고, 거래하는 고객에게 판매자 정보로 보여요.",
  },
  prices: {
    label: "가격",
    question: "작업별 시작 금액이 있나요?",
    help: "금액이 보이면 견적 요청을 더 많이 받아요.",
    optional: true,
  },
  certificates: {
    label: "자격증",
    question: "자격증이 있나요?",
    help: "사진은 심사에만 쓰고 공개하지 않아요.",
    optional: true,
  },
  portfolio: {
    label: "포트폴리오",
    question: "해 온 작업을 보여 주세요",
    help: "작업 전과 후를 함께 올리면 한눈에 비교돼요.",
    optional: true,
  },
}

const CATEGORY_EXAMPLES = {
  repair: "누수, 전기, 문·창, 부분 보수",
  interior: "도배, 장판, 타일, 욕실·주방",
  moving: "가정 이사, 원룸, 사무실, 용달",
  demolition: "입주 청소, 철거, 폐기물 처리",
  installation: "에어컨, 조명, 가구, 가전",
} as const

const STEP_FIELDS: Record<ApplicationStep, (props: StepProps) => ReactNode> = {
  categories: ({ values, errors }) => (
    <ChoiceCards
      legend="분야"
      hideLegend
      name="categories[]"
      type="checkbox"
      options={listCategorySettings()
        .filter(({ id, isHidden }) => !isHidden || getValues(values, "categories").includes(id))
        .map(({ id, label }) => ({ value: id, label, description: CATEGORY_EXAMPLES[id] }))}
      defaultValue={getValues(values, "categories")}
      error={errors?.categories}
    />
  ),
  regions: ({ values, errors }) => (
    <RegionPicker
      name="regions"
      label="활동 지역"
      multiple
      max={APPLICATION_LIMITS.regions}
      widest="all"
      defaultValue={getValues(values, "regions")}
      error={errors?.regions ?? errors?.["regions[0]"]}
    />
  ),
  identity: ({ values, errors }) => (
    <div className="grid gap-6">
      <TextField
        label="활동명"
        name="name"
        defaultValue={getText(values, "name")}
        error={errors?.name}
        help="2~20자. 고객에게 보이는 이름이에요. 상호나 활동하는 이름을 써 주세요."
        placeholder="김도현 도배"
        maxLength={20}
      />
      <TextField
        label="한 줄 소개"
        name="oneLine"
        defaultValue={getText(values, "oneLine")}
        error={errors?.oneLine}
        help="5~40자"
        placeholder="하루 한 집만 맡아 꼼꼼하게 마감해요"
        maxLength={40}
      />
    </div>
  ),
  introduction: ({ values, errors }) => (
    <TextArea
      label="소개"
      name="introduction"
      rows={8}
      defaultValue={getText(values, "introduction")}
      error={errors?.introduction}
      help="20자 이상. 100자를 넘기면 프로필이 더 믿음직해 보여요."
      maxLength={APPLICATION_LIMITS.introduction}
    />
  ),
  career: ({ values, errors }) => (
    <TextField
      label="경력"
      name="careerYears"
      inputMode="numeric"
      suffix="년"
      defaultValue={getText(values, "careerYears")}
      error={errors?.careerYears}
      maxLength={2}
    />
  ),
  business: ({ values, errors }) => (
    <div className="grid gap-6">
      <div onInput={groupBusinessNumber}>
        <TextField
          label="사업자등록번호"
          name="businessNumber"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={getText(values, "businessNumber")}
          error={errors?.businessNumber}
          placeholder="000-00-00000"
          maxLength={12}
        />
      </div>
      <TextField
        label="상호"
        name="businessName"
        autoComplete="organization"
        defaultValue={getText(values, "businessName")}
        error={errors?.businessName}
        maxLength={40}
      />
      <TextField
        label="대표자 이름"
        name="representative"
        autoComplete="name"
        defaultValue={getText(values, "representative")}
        error={errors?.representative}
        maxLength={30}
      />
    </div>
  ),
  prices: ({ values, errors }) => (
    <FormRows
      list="prices"
      rows={getRows(values, "prices")}
      errors={errors}
      initialRows={1}
      maxRows={APPLICATION_LIMITS.prices}
      addLabel="가격 추가하기"
      rowLabel={(rowNumber) => `가격 ${rowNumber}`}
    >
      {(row) => (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            className="sm:col-span-2"
            label="작업 이름"
            name={row.name("name")}
            defaultValue={row.text("name")}
            error={row.error("name")}
            placeholder="합지 도배"
            maxLength={30}
          />
          <WonField
            label="시작 금액"
            name={row.name("priceWon")}
            defaultValue={row.text("priceWon")}
            error={row.error("priceWon")}
          />
          <TextField
            label="단위"
            name={row.name("unit")}
            defaultValue={row.text("unit") || "1건"}
            error={row.error("unit")}
            placeholder="1평, 1건, 1시간"
            maxLength={10}
          />
        </div>
      )}
    </FormRows>
  ),
  certificates: ({ values, errors, pictures }) => (
    <FormRows
      list="certificates"
      rows={getRows(values, "certificates")}
      errors={errors}
      initialRows={1}
      maxRows={APPLICATION_LIMITS.certificates}
      addLabel="자격증 추가하기"
      rowLabel={(rowNumber) => `자격증 ${rowNumber}`}
    >
      {(row) => (
        <div className="grid gap-4">
          <TextField
            label="자격증 이름"
            name={row.name("name")}
            defaultValue={row.text("name")}
            error={row.error("name")}
            placeholder="건축도장기능사"
            maxLength={40}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="발급 기관"
              name={row.name("issuer")}
              defaultValue={row.text("issuer")}
              error={row.error("issuer")}
              placeholder="한국산업인력공단"
              maxLength={40}
            />
            <DateField
              label="취득일"
              required={false}
              name={row.name("acquiredOn")}
              defaultValue={row.text("acquiredOn")}
              error={row.error("acquiredOn")}
            />
          </div>
          <PictureUploader
            label="자격증 사진"
            name={row.name("picture")}
            purpose="certificate"
            max={1}
            defaultPictures={pickPictures(pictures, row.list("picture"))}
            error={row.error("picture")}
          />
        </div>
      )}
    </FormRows>
  ),
  portfolio: ({ values, errors, pictures }) => (
    <FormRows
      list="portfolio"
      rows={getRows(values, "portfolio")}
      errors={errors}
      initialRows={1}
      maxRows={APPLICATION_LIMITS.portfolio}
      addLabel="작업 추가하기"
      rowLabel={(rowNumber) => `작업 ${rowNumber}`}
    >
      {(row) => (
        <div className="grid gap-4">
          <TextField
            label="작업 제목"
            name={row.name("title")}
            defaultValue={row.text("title")}
            error={row.error("title")}
            placeholder="24평 아파트 거실 도배"
            maxLength={40}
          />
          <SelectField
            label="분야"
            name={row.name("category")}
            options={CATEGORIES.map((value) => ({ value, label: CATEGORY_LABELS[value] }))}
            defaultValue={row.text("category") || getValues(values, "categories")[0] || CATEGORIES[0]}
            error={row.error("category")}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <WonField
              label="작업 금액"
              required={false}
              name={row.name("priceWon")}
              defaultValue={row.text("priceWon")}
              error={row.error("priceWon")}
            />
            <TextField
              label="평수"
              required={false}
              inputMode="numeric"
              suffix="평"
              name={row.name("areaPyeong")}
              defaultValue={row.text("areaPyeong")}
              error={row.error("areaPyeong")}
              maxLength={4}
            />
          </div>
          <PictureUploader
            label="작업 전 사진"
            name={row.name("before")}
            purpose="portfolio"
            max={1}
            defaultPictures={pickPictures(pictures, row.list("before"))}
            error={row.error("before")}
          />
          <PictureUploader
            label="작업 후 사진"
            name={row.name("after")}
            purpose="portfolio"
            max={1}
            defaultPictures={pickPictures(pictures, row.list("after"))}
            error={row.error("after")}
          />
        </div>
      )}
    </FormRows>
  ),
}

/** The fields of one question. */
export function StepFields({ step, ...props }: StepProps & { step: ApplicationStep }) {
  const Fields = STEP_FIELDS[step]
  return <Fields {...props} />
}

/** `1234567890` becomes `123-45-67890` while it is typed; inside the number the caret is left alone. */
function groupBusinessNumber(event: FormEvent<HTMLElement>): void {
  const field = event.target
  if (
    !(field instanceof HTMLInputElement) ||
    field.name !== "businessNumber" ||
    field.selectionStart !== field.value.length
  )
    return
  const digits = field.value.replace(/\D/g, "").slice(0, 10)
  if (digits.length > 0)
    field.value = [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)].filter(Boolean).join("-")
}
