/**
 * Whom a conversation is with and what about, on one line in the letters around it. A long name is cut last;
 * what stands behind, such as a time, keeps its place until letters are large.
 */
export function PartnerAndSubject({ name, subject }: { name: string; subject: string }) {
  return (
    <span className="flex min-w-0 flex-[1_1_6rem] items-baseline gap-x-1.5">
      <b className="max-w-[calc(100%-3.5rem)] flex-none truncate text-base font-semibold text-base-content">
        {name}
      </b>
      <span className="min-w-0 flex-1 truncate">{subject}</span>
    </span>
  )
}
