import { SubmitButton } from '#platform/ui/button.tsx'

type Props = { go: string; title: string; label: string; hint?: string }

/** An alternative check, for students who can't use this one. */
export function OtherWay({ go, title, label, hint }: Props) {
  return (
    <form method="post" className="grid justify-items-start gap-3 border-t pt-6">
      <p className="font-semibold">{title}</p>
      {hint && <p>{hint}</p>}
      <SubmitButton name="go" value={go} variant="outline">
        {label}
      </SubmitButton>
    </form>
  )
}
