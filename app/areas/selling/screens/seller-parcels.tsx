import { Check, CircleAlert, Download } from "#app/ui/icons.tsx"
import { useEffect, useEffectEvent, useState } from "react"
import { Form, href, Link, useFetcher } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { intents } from "#app/platform/intents.server.ts"
import { ok } from "#app/platform/outcome.ts"
import { formatCsv, readTable } from "#app/platform/spreadsheet.server.ts"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { useHydrated } from "#app/ui/hydrated.ts"
import { Card, PageHeader } from "#app/ui/section.tsx"
import type { Member } from "../../accounts/rules.ts"
import { requireSeller } from "../guards.server.ts"
import { SellerLayout } from "../parts/seller-layout.tsx"
import { CARRIERS, LIMITS } from "../../shop/rules.ts"
import { parseParcels, shipParcels, type ParcelRow } from "../service/parcels.server.ts"
import { FileStep } from "../parts/file-step.tsx"
import { SpreadsheetInput } from "../parts/spreadsheet-input.tsx"
import type { Route } from "./+types/seller-parcels"
import { ParcelsForm } from "#app/areas/selling/forms.ts"

type ShipProgress = { sent: number; failed: { line: number; problem: string }[]; done: number; total: number }
type Shown = { csv: string; rows: ParcelRow[]; result: ShipProgress | null }
type FormContext = { actor: Member; file: FormDataEntryValue | null }

const refused = (sentence: string) => ({ sentence, status: 400 })
const PROBLEMS = {
  unreadable: refused("파일을 읽지 못했어요. 엑셀(.xlsx)이나 CSV 파일인지 확인해 주세요."),
  no_columns: refused(
    "상품주문번호, 택배사, 송장번호 칸이 있어야 해요. 내려받은 파일의 첫 줄을 지우지 말고 채워 주세요.",
  ),
  empty: refused("송장번호를 적은 줄이 없어요. 파일을 채워 다시 올려 주세요."),
  too_many: refused(`한 번에 ${LIMITS.parcelRows}줄까지 올릴 수 있어요. 파일을 나눠 주세요.`),
}

const answerForm = intents<FormContext, Shown>((intent) => ({
  check: intent({
    run: ({ actor, file }) => checkFile(actor, file),
    done: ({ csv, rows }) => ({ values: {}, shown: { csv, rows, result: null } }),
    problems: {
      ...PROBLEMS,
      no_file: refused("엑셀 파일이나 CSV 파일을 골라 주세요."),
      too_large: refused("파일이 너무 커요. 나눠서 올려 주세요."),
    },
  }),
  send: intent({
    form: ParcelsForm,
    hidden: ["csv", "from", "count"],
    run: ({ actor }, parcels) => shipParcels(actor, parcels.csv, parcels),
    done: (result) => ({ values: {}, shown: { csv: "", rows: [], result } }),
    problems: PROBLEMS,
  }),
}))

export const handle = {
  bar: "desk",
  title: "송장 한꺼번에 올리기",
  backHref: href("/shopping/admin/orders"),
} satisfies ScreenHandle

export function loader({ request, context }: Route.LoaderArgs) {
  requireSeller(context, request)
  return null
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSeller(context, request)
  const form = await request.formData()
  return answerForm(form, { actor, file: form.get("file") }, { to: href("/shopping/admin/parcels") })
}

/** Reads a file without sending anything. Only what a sending needs goes to the browser and back. */
async function checkFile(actor: Member, file: FormDataEntryValue | null) {
  const table = await readTable(file, LIMITS.parcelRows + 2)
  if (!table.ok) return table
  const csv = formatCsv(table.rows)
  const parsed = await parseParcels(actor, csv)
  if (!parsed.ok) return parsed
  // No names, no addresses.
  const sendableCsv = [
    "줄,상품주문번호,택배사,송장번호",
    ...parsed.rows.map((row) =>
      [String(row.line), row.lineId, row.carrierText, row.trackingNumber]
        .map((text) => `"${text.replaceAll('"', '""')}"`)
        .join(","),
    ),
  ].join("\n")
  return ok({ csv: sendableCsv, rows: parsed.rows })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("송장 한꺼번에 올리기") },
  { name: "robots", content: "noindex" },
]

export default function SellerParcels({ actionData }: Route.ComponentProps) {
  // Every order that is sent has the page read anew, which forgets the answer of its form: the file under way
  // stays.
  const [lastAnswer, setLastAnswer] = useState(actionData)
  if (actionData && actionData !== lastAnswer) setLastAnswer(actionData)
  const shown = lastAnswer?.shown
  return (
    <SellerLayout current="orders">
      <PageHeader
        bar="same"
        title="송장 한꺼번에 올리기"
        back={{ href: href("/shopping/admin/orders"), label: "주문" }}
        text="보낼 주문을 내려받아 택배사와 송장번호를 채우고, 그 파일을 그대로 올려 주세요."
      />
      <FormAlert message={lastAnswer?.problem} className="mb-4" />
      {shown?.result ? <Result result={shown.result} /> : null}
      {shown && shown.rows.length > 0 ? (
        <ParcelReview key={shown.csv} csv={shown.csv} rows={shown.rows} />
      ) : (
        <ParcelFileSteps />
      )}
    </SellerLayout>
  )
}

/** The two steps of sending from a file: taking it down, and bringing it back. */
function ParcelFileSteps() {
  return (
    <div className="grid gap-3 md:grid-cols-2 md:gap-4">
      <FileStep
        step={1}
        title="보낼 주문 내려받기"
        text="엑셀에서 열어 맨 오른쪽 두 칸, 택배사와 송장번호를 채워 주세요. 비워 둔 줄은 건너뛰어요."
      >
        <div className="mt-5 flex flex-wrap gap-2">
          <a href={`${href("/shopping/admin/parcels/file")}?format=xlsx`} download className="btn btn-line">
            <Download size={18} /> 엑셀로 내려받기
          </a>
          <a href={href("/shopping/admin/parcels/file")} download className="btn btn-quiet">
            CSV로
          </a>
        </div>
      </FileStep>
      <FileStep
        step={2}
        title="채운 파일 올리기"
        text={`바로 보내지 않고 먼저 한 줄씩 확인해 드려요. 한 번에 ${LIMITS.parcelRows}줄까지 돼요.`}
      >
        <Form method="post" encType="multipart/form-data" className="mt-5 grid gap-3">
          <input type="hidden" name="intent" value="check" />
          <SpreadsheetInput label="송장 파일" />
          <SubmitButton className="btn btn-primary">파일 확인하기</SubmitButton>
        </Form>
      </FileStep>
    </div>
  )
}

function Result({ result }: { result: Pick<ShipProgress, "sent" | "failed"> }) {
  return (
    <Card className="mb-4 md:p-6">
      <h2 className="flex items-center gap-2 text-lg font-bold">
        <Check size={20} strokeWidth={2} className="text-ok-ink" /> {result.sent}건을 보냈어요
      </h2>
      {result.failed.length > 0 ? (
        <ul className="mt-3 grid gap-1.5 text-base">
          {result.failed.map((row) => (
            <li key={row.line} className="text-refused-ink">
              <span className="num">{row.line}번째 줄</span> · {row.problem}
            </li>
          ))}
        </ul>
      ) : null}
      <Link to={`${href("/shopping/admin/orders")}?tab=sent`} className="btn btn-tint mt-4">
        배송 중인 주문 보기
      </Link>
    </Card>
  )
}

/**
 * Sends a file a part at a time, so that one sees how far it is: what was answered to one part is added, and
 * the next one goes.
 */
function useParcelSending(csv: string) {
  const fetcher = useFetcher<typeof action>()
  const [progress, setProgress] = useState<ShipProgress | null>(null)
  const send = (from: number) =>
    void fetcher.submit(
      { intent: "send", csv, from: String(from), count: String(LIMITS.parcelBatch) },
      { method: "post" },
    )
  const latestResult = fetcher.data?.shown?.result ?? null
  const [appliedResult, setAppliedResult] = useState<ShipProgress | null>(null)
  if (latestResult !== null && latestResult !== appliedResult) {
    setAppliedResult(latestResult)
    setProgress({
      sent: (progress?.sent ?? 0) + latestResult.sent,
      failed: [...(progress?.failed ?? []), ...latestResult.failed],
      done: latestResult.done,
      total: latestResult.total,
    })
  }
  const sendNext = useEffectEvent(send)
  useEffect(() => {
    if (latestResult !== null && latestResult.done < latestResult.total) sendNext(latestResult.done)
  }, [latestResult])
  return {
    send,
    progress,
    isSending: progress !== null || fetcher.state !== "idle",
    problem: fetcher.data?.problem,
  }
}

/** What is in the file, what is wrong with it, and sending it. */
function ParcelReview({ csv, rows }: { csv: string; rows: readonly ParcelRow[] }) {
  const { send, progress, isSending, problem } = useParcelSending(csv)
  const validRows = rows.filter((row) => row.problem === null)
  const invalidCount = rows.length - validRows.length
  if (progress && progress.done >= progress.total) return <Result result={progress} />
  return (
    <>
      <Card className="mb-4 flex flex-col justify-between gap-4 md:flex-row md:items-center md:p-6">
        <div className="min-w-0 flex-1">
          <h2 className="text-lg font-bold">
            {isSending ? "보내고 있어요" : `보낼 수 있는 상품 ${validRows.length}건`}
          </h2>
          {isSending ? (
            <SendingProgress done={progress?.done ?? 0} total={rows.length} />
          ) : (
            <p className={`mt-1 text-base ${invalidCount > 0 ? "text-refused-ink" : "text-ink-2"}`}>
              {invalidCount > 0
                ? `고쳐야 할 줄이 ${invalidCount}건 있어요. 그 줄은 빼고 보내요.`
                : "모든 줄을 확인했어요."}
            </p>
          )}
          <FormAlert message={problem} className="mt-3" />
        </div>
        {isSending ? null : (
          <div className="flex flex-none gap-2 max-md:*:flex-1">
            <Link to={href("/shopping/admin/parcels")} reloadDocument className="btn btn-quiet">
              다시 올리기
            </Link>
            {validRows.length > 0 ? (
              <SendForm csv={csv} count={validRows.length} onSend={() => send(0)} />
            ) : null}
          </div>
        )}
      </Card>
      <ParcelTable rows={rows} />
    </>
  )
}

function SendingProgress({ done, total }: { done: number; total: number }) {
  return (
    <>
      <progress
        className="progress progress-primary mt-3 w-full"
        value={done}
        max={total}
        aria-label="보낸 줄"
      />
      <output className="num mt-1 block text-sm text-ink-3">
        {done} / {total}
      </output>
    </>
  )
}

/** Sends a part at a time with `onSend`, and all rows at once where there are no scripts. */
function SendForm({ csv, count, onSend }: { csv: string; count: number; onSend: () => void }) {
  const hydrated = useHydrated()
  return (
    <Form
      method="post"
      onSubmit={(event) => {
        if (!hydrated) return
        event.preventDefault()
        onSend()
      }}
    >
      <input type="hidden" name="intent" value="send" />
      <input type="hidden" name="csv" value={csv} />
      <input type="hidden" name="from" value="0" />
      <input type="hidden" name="count" value={LIMITS.parcelRows} />
      <SubmitButton className="btn btn-primary max-md:w-full">{count}건 보내기</SubmitButton>
    </Form>
  )
}

function ParcelTable({ rows }: { rows: readonly ParcelRow[] }) {
  return (
    <div className="overflow-x-auto card-line">
      <table className="w-full text-base">
        <caption className="sr-only">파일의 줄마다 상품과 송장번호</caption>
        <thead className="hidden text-left text-sm text-ink-3 md:table-header-group">
          <tr className="border-b border-base-300">
            <th scope="col" className="px-4 py-3 font-normal">
              줄
            </th>
            <th scope="col" className="px-3 py-3 font-normal">
              상품
            </th>
            <th scope="col" className="px-3 py-3 font-normal">
              택배사
            </th>
            <th scope="col" className="px-3 py-3 font-normal">
              송장번호
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ParcelTableRow key={row.line} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ParcelTableRow({ row }: { row: ParcelRow }) {
  return (
    <tr
      className={
        "border-base-300 align-top not-first:border-t max-md:grid " +
        "max-md:grid-cols-[auto_auto_minmax(0,1fr)] max-md:gap-x-3 max-md:px-4 max-md:py-3.5"
      }
    >
      <td className="num text-ink-3 md:px-4 md:py-3">
        {row.line}
        <span className="md:hidden">번째 줄</span>
      </td>
      <td className="max-md:order-last max-md:col-span-3 max-md:mt-1 md:px-3 md:py-3">
        {row.title || <span className="text-ink-3">알 수 없음</span>}
        {row.problem ? (
          <span className="mt-1 flex items-start gap-1.5 text-sm text-refused-ink">
            <CircleAlert size={16} className="mt-0.5 flex-none" />
            {row.problem}
          </span>
        ) : null}
      </td>
      <td className="whitespace-nowrap max-md:text-sm max-md:text-ink-2 md:px-3 md:py-3">
        {row.carrier ? CARRIERS[row.carrier].label : row.carrierText}
      </td>
      <td className={"num truncate whitespace-nowrap max-md:text-sm max-md:text-ink-2 md:px-3 md:py-3"}>
        {row.trackingNumber}
      </td>
    </tr>
  )
}
