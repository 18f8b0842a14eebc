import { useSelection } from '#platform/grid/grid-selection.shared.ts'
import { Button } from '#platform/ui/button.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { shared } from '#platform/ui/shared.tsx'
import { certificateListTexts } from './certificates.texts.ts'

/**
 * Prints the ticked certificates, or those of the page if none is ticked, into one PDF. A plain form, so that it works
 * without scripts.
 */
export default island('backoffice/book-button', { when: 'visible', shares: shared() }, BookButton)

type Props = { grid: string; prefix: string; ids: readonly number[] }

function BookButton({ grid, prefix, ids }: Props) {
  const t = useTexts(certificateListTexts)
  const { selected, matching } = useSelection({ grid, prefix })
  const isSelected = selected.size > 0 && !matching
  return (
    <form method="post">
      <input type="hidden" name="book" value={(isSelected ? [...selected] : ids).join(',')} />
      <Button type="submit" variant="outline" size="sm">
        {isSelected ? t('bookSelected', { count: selected.size }) : t('book')}
      </Button>
    </form>
  )
}
