import { SubmitButton } from '#platform/ui/button.tsx'
import { cn } from '#platform/ui/cn.ts'

type Props = { go: string; title: string; label: string; hint?: string; first?: boolean }

/** An alternative check, for students who can't use this one; `first`: as the suggested way. */
export function OtherWay({ go, title, label, hint, first }: Props) {
  return (
    <form method="post" className={cn('grid justify-items-start gap-3', first ? 'border-b pb-6' : 'border-t pt-6')}>
      <p className="font-semibold">{title}</p>
      {hint && <p>{hint}</p>}
      <SubmitButton name="go" value={go} variant={first ? 'default' : 'outline'}>
        {label}
      </SubmitButton>
    </form>
  )
}
