import { now } from "#app/basics/clock.ts"
import { formatDate } from "#app/basics/time.ts"
import type { Resume } from "../views.ts"
import { formatDayTimes, formatWeekdays } from "./format.ts"
import { FactList } from "./job-parts.tsx"
import { formatCareer } from "./seek-card.tsx"

/** A résumé in one line: 경력 3년 · 자격 2개 · 안전교육 이수. */
export const summarizeResume = (
  resume: Pick<Resume, "careerYears" | "certificates" | "safetyTrainedOn">,
): string =>
  [
    formatCareer(resume.careerYears),
    resume.certificates.length > 0 ? `자격 ${resume.certificates.length}개` : "",
    resume.safetyTrainedOn ? "안전교육 이수" : "",
  ]
    .filter(Boolean)
    .join(" · ")

/** What somebody says of themselves to an employer. */
export function ResumeDetails({ resume }: { resume: Resume }) {
  const when = [
    resume.weekdays.length > 0 ? formatWeekdays(resume.weekdays) : "",
    resume.dayTimes.length > 0 ? formatDayTimes(resume.dayTimes) : "",
  ].filter(Boolean)
  return (
    <>
      <p className="mb-5 text-base whitespace-pre-line">{resume.introduction}</p>
      <FactList
        rows={[
          { label: "경력", value: formatCareer(resume.careerYears) },
          ...(resume.experience.length > 0
            ? [{ label: "해 본 일", value: resume.experience.join("\n") }]
            : []),
          ...(resume.certificates.length > 0
            ? [{ label: "자격·면허", value: resume.certificates.join("\n") }]
            : []),
          {
            label: "안전교육",
            value: resume.safetyTrainedOn
              ? `기초안전보건교육 ${formatDate(resume.safetyTrainedOn, now())} 이수`
              : "받지 않음",
          },
          ...(when.length > 0 ? [{ label: "일할 수 있는 때", value: when.join(" · ") }] : []),
        ]}
      />
    </>
  )
}
