import { Printer } from "#app/ui/icons.tsx"
import { Form, href, Link } from "react-router"
import { now } from "#app/basics/clock.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import type { FormErrors, FormValues } from "#app/basics/form.ts"
import { getRows } from "#app/basics/form-rows.ts"
import { formatDateLong, toKstDateString, startOfKstDay } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { intents } from "#app/platform/intents.server.ts"
import { ok } from "#app/platform/outcome.ts"
import { rowIntents } from "#app/platform/row-buttons.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { Checkbox, TextArea, TextField, WonField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { FormRows } from "#app/ui/form-rows.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { calculateEstimate, MAX_LINES, type Estimate } from "../estimate.ts"
import { EstimateForm } from "../forms.ts"
import { buildArticleMeta } from "../meta.ts"
import { ArticleBody } from "../parts/article-body.tsx"
import { ExpertPagesNav } from "../parts/expert-pages-nav.tsx"
import { requirePage } from "../service/read-articles.server.ts"
import type { Route } from "./+types/expert-tools"

export const handle = { background: "white" } satisfies ScreenHandle

export async function loader({ request }: Route.LoaderArgs) {
  return {
    page: await requirePage("expert-tools"),
    today: startOfKstDay(toKstDateString(now())).toISOString(),
    origin: getBaseUrl(request.url),
  }
}

type Result = {
  estimate: Estimate
  client: string | null
  work: string | null
  from: string | null
  note: string | null
}

const BLANK_ROW_FIELDS = ["name", "unit", "unitPriceWon"] as const

/** The form without the rows in which nothing was written, but one where nothing was in any. */
function withoutBlankRows(form: FormData): FormData {
  const isBlank = (row: string) =>
    BLANK_ROW_FIELDS.every((field) => String(form.get(`lines[${row}].${field}`) ?? "").trim() === "")
  const rowOf = (name: string) => /^lines\[(\d{1,3})\]\./.exec(name)?.[1]
  const rows = new Set([...form.keys()].flatMap((name) => rowOf(name) ?? []))
  const blankRows = new Set([...rows].filter(isBlank))
  if (blankRows.size === rows.size) blankRows.delete([...rows][0] ?? "")
  const filled = new FormData()
  for (const [name, value] of form) if (!blankRows.has(rowOf(name) ?? "")) filled.append(name, value)
  return filled
}

/** Counts; nothing is stored. Without scripts the rows are added and taken away here as well. */
const answerForm = intents<null, Result>((intent) => ({
  ...rowIntents(intent, { lines: { quantity: "1" } }),
  count: intent({
    form: EstimateForm,
    prepare: withoutBlankRows,
    run: async (_context, { client, work, from, note, ...estimate }) =>
      ok({ shown: { estimate: calculateEstimate(estimate), client, work, from, note } }),
    done: ({ shown }) => ({ shown }),
    problems: {},
  }),
}))

export async function action({ request }: Route.ActionArgs) {
  return answerForm(await request.formData(), null, { to: href("/expert-tools") })
}

export const meta: Route.MetaFunction = ({ loaderData: view }) =>
  view
    ? buildArticleMeta({
        origin: view.origin,
        path: href("/expert-tools"),
        title: view.page.title,
        description: view.page.description,
      })
    : []

export default function ExpertTools({ loaderData: { page, today }, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const result = actionData?.shown
  return (
    <Page isNarrow>
      <div className={result ? "print:hidden" : undefined}>
        <PageHeader title={page.title} />
        <ExpertPagesNav current="expert-tools" />
        <ArticleBody html={page.body} />
        <h2 className="mt-10 mb-4 text-xl font-bold">견적 계산기</h2>
        <Calculator values={answer.values} errors={answer.errors} problem={answer.problem} />
      </div>
      {result ? <EstimateSheet {...result} today={today} /> : null}
    </Page>
  )
}

function EstimateSheet({ estimate, client, work, from, note, today }: Result & { today: string }) {
  const hydrated = useHydrated()
  return (
    <section aria-label="견적서" className="mt-10 card-line p-5 md:p-8 print:mt-0 print:border-0 print:p-0">
      <header className="flex flex-wrap items-end justify-between gap-3 border-b-2 border-base-content pb-4">
        <h2 className="text-2xl font-bold">견적서</h2>
        <p className="num text-sm text-ink-2">{formatDateLong(today)}</p>
      </header>
      <Addressing client={client} work={work} from={from} />
      <EstimateTable lines={estimate.lines} />
      <EstimateTotals estimate={estimate} />
      {note ? <p className="mt-6 text-sm whitespace-pre-line text-ink-2">{note}</p> : null}
      <div className="mt-6 flex flex-wrap gap-2 print:hidden">
        {hydrated ? (
          <button type="button" className="btn btn-tint" onClick={() => window.print()}>
            <Printer size={18} />
            인쇄하기
          </button>
        ) : (
          <p className="text-sm text-ink-3">브라우저의 인쇄 메뉴로 종이나 PDF로 뽑을 수 있어요.</p>
        )}
        <Link to={href("/expert-dashboard/requests")} className="btn btn-quiet">
          견적 요청 보기
        </Link>
      </div>
    </section>
  )
}

type CalculatorProps = { values: FormValues; errors: FormErrors }

function Calculator({ values, errors, problem }: CalculatorProps & { problem: string | null }) {
  const getValue = (name: string) => [values[name] ?? ""].flat()[0] ?? ""
  return (
    <>
      <FormAlert message={problem} className="mb-4" />
      <Form method="post" noValidate className="grid gap-6" preventScrollReset>
        <button type="submit" name="intent" value="count" className="sr-only" tabIndex={-1} aria-hidden>
          계산하기
        </button>
        <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
          <TextField
            label="받는 분"
            name="client"
            required={false}
            maxLength={30}
            defaultValue={getValue("client")}
            error={errors.client}
          />
          <TextField
            label="보내는 곳"
            name="from"
            required={false}
            maxLength={60}
            placeholder="상호와 연락처"
            defaultValue={getValue("from")}
            error={errors.from}
          />
        </div>
        <TextField
          label="작업 이름"
          name="work"
          required={false}
          maxLength={60}
          placeholder="거실 실크 도배"
          defaultValue={getValue("work")}
          error={errors.work}
        />
        <EstimateLines values={values} errors={errors} />
        <WonField
          isCompact
          label="할인"
          name="discountWon"
          required={false}
          defaultValue={getValue("discountWon")}
          error={errors.discountWon}
        />
        <Checkbox
          name="vat"
          label="부가세 10%를 더해요"
          defaultChecked={getValue("vat") !== ""}
          error={errors.vat}
        />
        <TextArea
          label="남길 말"
          name="note"
          required={false}
          rows={3}
          maxLength={500}
          defaultValue={getValue("note")}
          error={errors.note}
          placeholder="포함되지 않는 것, 유효 기간처럼 미리 알릴 내용"
        />
        <SubmitButton className="btn btn-primary btn-lg w-full" name="intent" value="count">
          계산하기
        </SubmitButton>
      </Form>
    </>
  )
}

function EstimateLines({ values, errors }: CalculatorProps) {
  return (
    <fieldset>
      <legend className="mb-3 text-base font-semibold">항목</legend>
      <FormRows
        key={JSON.stringify(getRows(values, "lines"))}
        list="lines"
        rows={getRows(values, "lines")}
        errors={errors}
        minRows={1}
        initialRows={2}
        maxRows={MAX_LINES}
        addLabel="항목 추가하기"
        rowLabel={(index) => `항목 ${index}`}
      >
        {(row) => (
          <div className="grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-[6rem_6rem_1fr]">
            <TextField
              className="col-span-full"
              label="이름"
              name={row.name("name")}
              defaultValue={row.text("name")}
              error={row.error("name")}
              maxLength={60}
            />
            <TextField
              label="수량"
              name={row.name("quantity")}
              inputMode="numeric"
              defaultValue={row.text("quantity") || (row.error("quantity") ? "" : "1")}
              error={row.error("quantity")}
              maxLength={5}
            />
            <TextField
              label="단위"
              name={row.name("unit")}
              required={false}
              defaultValue={row.text("unit")}
              error={row.error("unit")}
              placeholder="평, 개, 일"
              maxLength={10}
            />
            <WonField
              className="col-span-full sm:col-span-1"
              isCompact
              label="단가"
              name={row.name("unitPriceWon")}
              defaultValue={row.text("unitPriceWon")}
              error={row.error("unitPriceWon")}
            />
          </div>
        )}
      </FormRows>
    </fieldset>
  )
}

function Addressing({ client, work, from }: Pick<Result, "client" | "work" | "from">) {
  return (
    <dl className="mt-4 grid gap-1 text-base">
      {[
        ["받는 분", client ? `${client} 귀하` : null],
        ["작업", work],
        ["보내는 곳", from],
      ].map(([name, value]) =>
        value ? (
          <div key={name} className="fact-row">
            <dt className="text-ink-3">{name}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

function EstimateTable({ lines }: { lines: Estimate["lines"] }) {
  return (
    <table className="num mt-6 w-full text-sm">
      <caption className="sr-only">견적 항목마다의 수량, 단가, 금액</caption>
      <thead className="text-left text-ink-3">
        <tr className="border-b border-base-300">
          <th scope="col" className="py-2 font-normal">
            항목
          </th>
          <th scope="col" className="py-2 text-right font-normal">
            수량
          </th>
          <th scope="col" className="py-2 text-right font-normal">
            단가
          </th>
          <th scope="col" className="py-2 text-right font-normal">
            금액
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr key={index} className="border-b border-base-300">
            <td className="py-2.5 pr-2">{line.name}</td>
            <td className="py-2.5 text-right whitespace-nowrap">
              {formatNumber(line.quantity)}
              {line.unit}
            </td>
            <td className="py-2.5 text-right whitespace-nowrap">{formatWon(line.unitPriceWon)}</td>
            <td className="py-2.5 text-right font-medium whitespace-nowrap">{formatWon(line.amountWon)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function EstimateTotals({ estimate }: { estimate: Estimate }) {
  return (
    <dl className="num mt-4 ml-auto grid w-full max-w-72 gap-1.5 text-base">
      {[
        ["합계", estimate.subtotalWon],
        ["할인", -estimate.discountWon],
        ["부가세", estimate.vatWon],
      ].map(([name, won]) =>
        name === "합계" || won !== 0 ? (
          <div key={name} className="flex justify-between">
            <dt className="text-ink-3">{name}</dt>
            <dd>{formatWon(Number(won) || 0)}</dd>
          </div>
        ) : null,
      )}
      <div className="flex items-end justify-between border-t border-base-300 pt-2">
        <dt className="font-semibold">총액</dt>
        <dd className="text-xl font-bold">{formatWon(estimate.totalWon)}</dd>
      </div>
    </dl>
  )
}
