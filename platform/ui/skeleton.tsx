import { cn } from './cn.ts'

/** The place of something that is on its way, in its shape (`className` gives width and height). */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={cn('pulse block h-4 rounded-sm bg-border', className)} />
)
