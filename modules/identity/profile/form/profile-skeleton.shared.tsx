import { Skeleton } from '#platform/ui/skeleton.tsx'

/** A placeholder for the profile while it loads. */
export function ProfileSkeleton() {
  return (
    <div className="grid gap-6">
      <Skeleton className="size-20 rounded-full" />
      <div className="grid gap-x-4 gap-y-6 sm:grid-cols-2">
        {['first', 'middle', 'last', 'suffix', 'born', 'gender', 'email', 'phone'].map((field) => (
          <Skeleton key={field} className="h-10" />
        ))}
      </div>
    </div>
  )
}
