import type { ReactNode } from 'react'

type ActionFormProps = {
  /** Passed to the page's `submit` as `action`: `end:17`. */
  action: string
  /** Runs instead of submitting the form if scripts run. */
  onSubmit: () => void
  children: ReactNode
}

/** One button as its own form, so that it works without scripts. */
export function ActionForm({ action, onSubmit, children }: ActionFormProps) {
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <input type="hidden" name="action" value={action} />
      {children}
    </form>
  )
}
