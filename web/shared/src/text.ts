/**
 * Makes the hook a feature reads its texts with (D-20). Texts are Simplified Chinese; language.ts says how a page comes
 * to be in Traditional Chinese.
 */
export function catalogue<T extends object>(texts: T) {
  return (): T => texts
}
