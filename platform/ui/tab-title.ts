const countPattern = /^\(\d+\+?\) /

/** A title that begins with the number of waiting entries, so that it is seen even if there are many tabs. */
export const titleWith = (waitingCount: number, title: string): string => {
  const plain = title.replace(countPattern, '')
  return waitingCount === 0 ? plain : `(${waitingCount > 99 ? '99+' : waitingCount}) ${plain}`
}

/** Puts the current title's number in front of another title, for a page that replaces this one. */
export const keepCount = (title: string): string =>
  `${countPattern.exec(document.title)?.[0] ?? ''}${title.replace(countPattern, '')}`
