import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from "#app/ui/icons.tsx"
import { href, Form, Link } from "react-router"
import type { FormErrors, FormValues } from "#app/basics/form.ts"
import { formatManwon } from "#app/basics/won.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { DateField, SelectField, TextArea, TextField, WonField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Picture } from "#app/ui/picture.tsx"
import { PictureUploader } from "#app/ui/picture-uploader.tsx"
import { CATEGORIES, CATEGORY_LABELS } from "../../orders/rules.ts"
import { PUBLIC_PAGE_LIMITS } from "../rules.ts"
import type { ExpertProfile, PortfolioView } from "../views.ts"
import { getPickerPictures } from "./page-forms.tsx"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"

const PAGE_PATH = href("/my/expert-public")
const iconButtonClass =
  "grid size-11 cursor-pointer place-items-center rounded-lg text-ink-2 hover:bg-fill " +
  "disabled:cursor-not-allowed disabled:opacity-35"

/**
 * The works in their order, each to change, move or remove; `open` is the one whose form is shown ("new" for
 * another one).
 */
export function PortfolioEditor({
  expert,
  open,
  answer,
}: {
  expert: ExpertProfile
  open: PortfolioView | "new" | null
  answer: ScreenAnswer
}) {
  const works = expert.portfolio
  return (
    <div className="grid gap-4">
      {works.length > 0 ? (
        <ul className="divide-y divide-base-300">
          {works.map((work, index) => (
            <WorkRow key={work.id} work={work} isFirst={index === 0} isLast={index === works.length - 1} />
          ))}
        </ul>
      ) : (
        <p className="text-base text-ink-2">
          아직 올린 작업이 없어요. 작업 전과 후를 함께 올리면 견적 요청을 더 많이 받아요.
        </p>
      )}
      {open ? (
        <WorkForm
          key={open === "new" ? "new" : open.id}
          expert={expert}
          work={open === "new" ? null : open}
          answer={answer}
        />
      ) : works.length < PUBLIC_PAGE_LIMITS.portfolio ? (
        <Link
          to={`${PAGE_PATH}?work=new#work`}
          preventScrollReset
          className="btn btn-tint justify-self-start"
        >
          <Plus size={20} /> 작업 추가하기
        </Link>
      ) : (
        <p className="text-sm text-ink-3">작업은 {PUBLIC_PAGE_LIMITS.portfolio}개까지 올릴 수 있어요.</p>
      )}
    </div>
  )
}

function MoveButton({
  work,
  to,
  disabled,
}: {
  work: PortfolioView
  to: "earlier" | "later"
  disabled: boolean
}) {
  const Icon = to === "earlier" ? ArrowUp : ArrowDown
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="work-move" />
      <input type="hidden" name="itemId" value={work.id} />
      <button
        type="submit"
        name="to"
        value={to}
        disabled={disabled}
        aria-label={`${work.title} ${to === "earlier" ? "앞으로" : "뒤로"} 옮기기`}
        className={iconButtonClass}
      >
        <Icon size={18} />
      </button>
    </Form>
  )
}

function getStoredValues(expert: ExpertProfile, work: PortfolioView | null): FormValues {
  return work
    ? {
        title: work.title,
        description: work.description,
        category: work.category,
        priceWon: String(work.priceWon ?? ""),
        areaPyeong: String(work.areaPyeong ?? ""),
        doneOn: work.doneOn ?? "",
      }
    : { category: expert.categories[0] ?? CATEGORIES[0] }
}

function WorkForm({
  expert,
  work,
  answer,
}: {
  expert: ExpertProfile
  work: PortfolioView | null
  answer: ScreenAnswer
}) {
  const values = answer.wasSent ? answer.values : getStoredValues(expert, work)
  const getText = (name: string) => [values[name] ?? ""].flat()[0] ?? ""
  return (
    <Form
      id="work"
      method="post"
      encType="multipart/form-data"
      noValidate
      preventScrollReset
      className="grid scroll-mt-4 gap-5 rounded-xl border border-base-300 p-4 md:p-5"
    >
      <h3 className="text-lg font-bold">{work ? "작업 고치기" : "새 작업"}</h3>
      <input type="hidden" name="intent" value="work-save" />
      {work && <input type="hidden" name="itemId" value={work.id} />}
      <FormAlert message={answer.problem} />
      <WorkPictures work={work} answer={answer} />
      <TextField
        label="작업 제목"
        name="title"
        defaultValue={getText("title")}
        error={answer.errors.title}
        placeholder="24평 아파트 거실 도배"
        maxLength={40}
      />
      <SelectField
        label="분야"
        name="category"
        options={CATEGORIES.map((value) => ({ value, label: CATEGORY_LABELS[value] }))}
        defaultValue={getText("category")}
        error={answer.errors.category}
      />
      <WorkNumbers getText={getText} errors={answer.errors} />
      <TextArea
        label="작업 설명"
        required={false}
        name="description"
        rows={4}
        defaultValue={getText("description")}
        error={answer.errors.description}
        maxLength={500}
      />
      <div className="flex flex-wrap gap-2">
        <SubmitButton className="btn btn-primary">{work ? "고치기" : "추가하기"}</SubmitButton>
        <Link to={`${PAGE_PATH}#portfolio`} preventScrollReset className="btn btn-quiet">
          취소
        </Link>
      </div>
    </Form>
  )
}

function WorkRow({ work, isFirst, isLast }: { work: PortfolioView; isFirst: boolean; isLast: boolean }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <Picture {...work.after} alt="" ratio="4/3" sizes="96px" className="w-24 flex-none rounded-lg" />
      <div className="min-w-40 flex-1">
        <p className="truncate text-base font-semibold">{work.title}</p>
        <p className="text-sm text-ink-3">
          {[
            CATEGORY_LABELS[work.category],
            work.areaPyeong === null ? "" : `${work.areaPyeong}평`,
            work.priceWon === null ? "" : formatManwon(work.priceWon),
            work.before ? "전·후" : "",
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      <div className="ml-auto flex flex-none">
        <MoveButton work={work} to="earlier" disabled={isFirst} />
        <MoveButton work={work} to="later" disabled={isLast} />
        <Link
          to={`${PAGE_PATH}?work=${work.id}#work`}
          aria-label={`${work.title} 고치기`}
          className={iconButtonClass}
        >
          <Pencil size={18} />
        </Link>
        <ConfirmDialog
          trigger={
            <button type="button" aria-label={`${work.title} 지우기`}>
              <Trash2 size={18} />
            </button>
          }
          triggerClassName={iconButtonClass}
          title="이 작업을 지울까요?"
          text={`‘${work.title}’의 사진과 설명이 함께 사라져요.`}
          confirmLabel="지우기"
          tone="danger"
        >
          <input type="hidden" name="intent" value="work-remove" />
          <input type="hidden" name="itemId" value={work.id} />
        </ConfirmDialog>
      </div>
    </li>
  )
}

function WorkPictures({ work, answer }: { work: PortfolioView | null; answer: ScreenAnswer }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <PictureUploader
        label="작업 전 사진"
        required={false}
        name="before"
        purpose="portfolio"
        max={1}
        defaultPictures={getPickerPictures(answer, "before", work?.before ?? null)}
        error={answer.errors.before}
      />
      <PictureUploader
        label="작업 후 사진"
        name="after"
        purpose="portfolio"
        max={1}
        defaultPictures={getPickerPictures(answer, "after", work?.after ?? null)}
        error={answer.errors.after}
      />
    </div>
  )
}

/** What the work cost, how large it was, and when it was done; each may be left out. */
function WorkNumbers({ getText, errors }: { getText: (name: string) => string; errors: FormErrors }) {
  return (
    <div className="grid gap-5 sm:grid-cols-3">
      <WonField
        label="작업 금액"
        required={false}
        name="priceWon"
        defaultValue={getText("priceWon")}
        error={errors.priceWon}
      />
      <TextField
        label="평수"
        required={false}
        inputMode="numeric"
        suffix="평"
        name="areaPyeong"
        defaultValue={getText("areaPyeong")}
        error={errors.areaPyeong}
        maxLength={4}
      />
      <DateField
        label="작업일"
        required={false}
        name="doneOn"
        defaultValue={getText("doneOn")}
        error={errors.doneOn}
      />
    </div>
  )
}
