import { Button } from '#platform/ui/button.tsx'
import { island } from '#platform/ui/island.tsx'

/** A button that prints the page; hidden without scripts. */
export default island('checkout/print-button', { when: 'idle' }, PrintButton)

function PrintButton({ label }: { label: string }) {
  return (
    <Button variant="outline" className="scripted print:hidden" onClick={() => window.print()}>
      {label}
    </Button>
  )
}
