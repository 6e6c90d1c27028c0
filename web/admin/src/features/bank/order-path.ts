import { paths } from '../../paths'

/** Where an order of the cashier is shown; numbers tell their kind by the first letter. */
export function orderPath(order: string): string | undefined {
  if (/^[DR]/.test(order)) return paths.deposit(order)
  if (order.startsWith('W')) return paths.withdrawal(order)
  return order.startsWith('S') ? paths.case(`money:${order}`) : undefined
}
