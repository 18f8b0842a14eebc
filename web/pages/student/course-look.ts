import type { Tone } from '../../../platform/ui/chip.tsx'
import type { IconName } from '../../../platform/ui/icons.tsx'

const looks: Readonly<Record<number, { tone: Tone; icon: IconName }>> = {
  4: { tone: 'blue', icon: 'clock' },
  6: { tone: 'green', icon: 'check' },
  7: { tone: 'purple', icon: 'certificate' },
  8: { tone: 'red', icon: 'thumbsDown' },
  13: { tone: 'red', icon: 'alert' },
  14: { tone: 'yellow', icon: 'hammer' },
  16: { tone: 'yellow', icon: 'payments' },
  17: { tone: 'red', icon: 'alert' },
  18: { tone: 'purple', icon: 'certificate' },
  20: { tone: 'yellow', icon: 'alert' },
  21: { tone: 'green', icon: 'info' },
}

/** Icon and colour of a student course by its status id. */
export const lookOf = (status_id: number): { tone: Tone; icon: IconName } =>
  looks[status_id] ?? { tone: 'grey', icon: 'book' }
