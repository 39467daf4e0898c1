import { Download } from "#app/ui/icons.tsx"
import { href, Link } from "react-router"

/** Hands the record of an order out as files. */
export const EvidenceLinks = ({ orderId }: { orderId: string }) => (
  <div className="mt-6 rounded-xl bg-fill p-4 md:p-5">
    <h3 className="text-base font-semibold">증빙 파일</h3>
    <p className="mt-1 text-base text-ink-2">
      견적서, 결제, 사진, 대화를 시간 순서로 담아요. 1372 소비자상담센터에 낼 수 있고, 바뀌면 표시가 나요.
    </p>
    <div className="mt-3 flex flex-wrap gap-2">
      {(["pdf", "json"] as const).map((ending) => (
        <a
          key={ending}
          href={href("/orders/:orderId/evidence/:file", { orderId, file: `evidence.${ending}` })}
          download
          className="btn btn-line"
        >
          <Download size={18} />
          {ending === "pdf" ? "PDF 내려받기" : "JSON 내려받기"}
        </a>
      ))}
    </div>
    <Link
      to={href("/evidence")}
      className="hit mt-3 inline-flex rounded-sm text-sm font-medium text-primary-ink hover:underline"
    >
      받은 파일이 그대로인지 확인하기
    </Link>
  </div>
)
