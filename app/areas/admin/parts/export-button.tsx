import { formatNumber } from "#app/basics/numbers.ts"
import { Download } from "#app/ui/icons.tsx"
import { useRef, useState, type FormEvent } from "react"
import { Sheet } from "#app/ui/dialog.tsx"
import { TextField } from "#app/ui/field.tsx"
import type { ExportKind } from "../rules.ts"

type Progress = { rows: number; total: number | null }

/** Reads a table of `total` rows to its end; `onProgress` is told how many have come. */
async function readTable(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  total: number | null,
  onProgress: (progress: Progress) => void,
): Promise<BlobPart[]> {
  const chunks: BlobPart[] = []
  let rows = -1
  const reader = body.getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    chunks.push(chunk.value)
    for (const byte of chunk.value) if (byte === 10) rows += 1
    onProgress({ rows: Math.max(0, rows), total })
  }
  return chunks
}

function getFileName(response: Response): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get("Content-Disposition") ?? "")?.[1]
  return encoded && decodeURIComponent(encoded)
}

function saveFile(chunks: BlobPart[], name: string): void {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(new Blob(chunks))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Downloads the table at `address`, for the reason in the form that is sent. */
function useTableDownload(kind: ExportKind, address: string) {
  const [progress, setProgress] = useState<Progress | null>(null)
  const [problem, setProblem] = useState(false)
  const [reasonError, setReasonError] = useState<string>()
  const abortController = useRef<AbortController>(null)

  async function download(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const body = new URLSearchParams([["reason", String(new FormData(form).get("reason"))]])
    const controller = new AbortController()
    abortController.current = controller
    setProblem(false)
    setReasonError(undefined)
    try {
      const response = await fetch(address, { method: "POST", body, signal: controller.signal })
      if (response.status === 400) {
        setReasonError(await response.text())
        form.querySelector("input")?.focus()
        return
      }
      if (!response.ok || !response.body || !response.headers.has("X-Total-Rows")) throw new Error("no table")
      form.closest("dialog")?.close()
      form.reset()
      setProgress({ rows: 0, total: null })
      // Of a workbook, which comes at once, no rows are told apart.
      const isCsv = response.headers.get("Content-Type")?.startsWith("text/csv")
      const total = isCsv ? Number(response.headers.get("X-Total-Rows")) || null : null
      const chunks = await readTable(response.body, total, setProgress)
      saveFile(chunks, getFileName(response) ?? `${kind}.csv`)
    } catch {
      form.closest("dialog")?.close()
      if (!controller.signal.aborted) setProblem(true)
    } finally {
      setProgress(null)
    }
  }
  return { progress, problem, reasonError, download, abort: () => abortController.current?.abort() }
}

/**
 * Downloads the table as it is filtered. Where scripts run it says how far it is and can be stopped; without
 * them the browser downloads the same file by itself.
 */
export function ExportButton({
  kind,
  label = "CSV",
  listUrl,
  rows: visibleRows,
}: {
  kind: ExportKind
  label?: string
  /** The address of the table as it is filtered. */ listUrl: string
  /** What is seen of it: where there is nothing, there is nothing to save. */ rows: readonly unknown[]
}) {
  const query = listUrl.indexOf("?")
  const address = `/admin/export/${kind}${query < 0 ? "" : listUrl.slice(query)}`
  const { progress, problem, reasonError, download, abort } = useTableDownload(kind, address)
  if (visibleRows.length === 0) return null
  return (
    <div className="flex items-center gap-3">
      <output className="text-sm text-ink-2 empty:hidden">
        {progress
          ? `${formatNumber(progress.rows)}` +
            `${progress.total ? ` / ${formatNumber(progress.total)}` : ""}줄 받는 중`
          : problem
            ? "받지 못했어요. 다시 눌러 주세요."
            : ""}
      </output>
      {progress?.total ? (
        <progress
          value={progress.rows}
          max={progress.total}
          aria-label="내려받는 중"
          className="progress progress-primary w-24"
        />
      ) : null}
      {progress ? (
        <button type="button" className="btn btn-quiet btn-sm" onClick={abort}>
          멈추기
        </button>
      ) : null}
      <div className={progress ? "hidden" : "contents"}>
        <ReasonSheet
          label={label}
          address={address}
          error={reasonError}
          onSubmit={(event) => void download(event)}
        />
      </div>
    </div>
  )
}

/** Asks why the table is saved: it stands in the records of access. */
const ReasonSheet = ({
  label,
  address,
  error,
  onSubmit,
}: {
  label: string
  address: string
  /** What is wrong with the reason. */ error: string | undefined
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}) => (
  <Sheet
    trigger={
      <>
        <Download size={16} />
        {label}
      </>
    }
    triggerClassName="btn btn-line btn-sm hit"
    title="파일로 내려받기"
  >
    <form method="post" action={address} onSubmit={onSubmit} className="grid gap-4">
      <TextField
        label="내려받는 이유"
        name="reason"
        required
        minLength={2}
        maxLength={200}
        help="누가 왜 내려받았는지 접속 기록에 남아요."
        placeholder="예: 10월 정산 확인"
        error={error}
      />
      <button type="submit" className="btn btn-primary btn-lg">
        내려받기
      </button>
    </form>
  </Sheet>
)
