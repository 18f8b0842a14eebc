import { cn } from './cn.ts'

/** A loading placeholder in the content's shape (`className` sets width and height). */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={cn('pulse block h-4 rounded-sm bg-border', className)} />
)
