type Visit = (to: string) => Promise<void>

let visitPart: Visit | null = null
let pending = 0

/** Set by the script that replaces parts of pages; without it every visit is a full load. */
export function visitBy(visit: Visit): void {
  visitPart = async (to) => {
    pending += 1
    try {
      await visit(to)
    } finally {
      pending -= 1
    }
  }
}

/** Goes to another page of this site; within the same frame only the part that differs is loaded. For the browser. */
export function visit(to: string): void {
  if (visitPart) void visitPart(to)
  else location.assign(to)
}

/** Whether the next part is being loaded, so that the server's data about this one are outdated. */
export const isLeaving = (): boolean => pending > 0
