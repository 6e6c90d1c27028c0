import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { get } from '../api/client'
import type { Items, ListView, SaveView } from '../api/wire'
import { Button, Checkbox, Dropdown, Flex, Form, Input, Tag, Tooltip } from '../kit'
import { text } from '../text/zh-cn'
import { ActionDialog } from './action-dialog'
import { chosenOf, daysOf, filtersOf, sameView } from './list-view'
import { useAction } from './use-action'
import type { UrlState } from './use-url-state'

const words = text.views

interface ListViewsProps {
  /** The path of the list's call. */
  list: string
  url: UrlState
  hidden: string[]
  onHide: (columns: readonly string[]) => void
}

type Dialog = 'save' | 'rename' | 'update' | 'remove'

/**
 * ListViews is the row of saved views above a list: one's own and those that colleagues share. A list opens with
 * the view that a person chose for it, unless the address already says what to show.
 */
export function ListViews({ list, url, hidden, onHide }: ListViewsProps) {
  const queries = useQueryClient()
  const views = useQuery({
    queryKey: ['/views', list],
    queryFn: ({ signal }) => get<Items<ListView>>('/views', { query: { list }, signal }),
    staleTime: 60_000,
    retry: false,
  })
  const items = views.data?.items
  const [dialog, setDialog] = useState<Dialog>()
  const { run } = useAction(words.saved)
  const active = items?.find(({ id }) => id === url.saved)
  const show = (view: ListView | undefined) => {
    onHide(view?.hidden ?? [])
    url.show(view ? filtersOf(view) : {}, view?.sort ?? '', view?.id)
  }

  const opened = useRef(false)
  useEffect(() => {
    if (opened.current || !items) return
    opened.current = true
    const start = items.find((view) => view.start)
    const told = url.saved ?? url.sort ?? url.open ?? url.after ?? url.upto
    if (start && told === undefined && url.page === 1 && Object.keys(url.filters).length === 0) show(start)
  })

  if (!items) return null // views are a help: a list is there without them
  const changed = active && !sameView(active, url, hidden)
  const mine = active?.mine === true
  return (
    <Flex wrap gap={4} align="center" role="group" aria-label={words.label} className="list-views">
      {items.length > 0 && (
        <ViewButton label={words.usual} pressed={active === undefined} onClick={() => show(undefined)} />
      )}
      {items.map((view) => (
        <Tooltip key={view.id} title={view.mine ? undefined : words.by(view.owner)}>
          <ViewButton
            label={view.mine ? view.name : `${view.name} · ${view.owner}`}
            pressed={view.id === active?.id}
            onClick={() => show(view)}
          />
        </Tooltip>
      ))}
      {changed && <Tag color="warning">{words.changed}</Tag>}
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'save', label: words.save },
            ...(mine && changed ? [{ key: 'update', label: words.update }] : []),
            ...(active ? [{ key: 'start', label: active.start ? words.startOff : words.start }] : []),
            ...(mine
              ? [
                  { key: 'rename', label: words.rename },
                  { key: 'remove', label: words.remove, danger: true },
                ]
              : []),
          ],
          onClick: async ({ key }) => {
            if (key !== 'start') return setDialog(key as Dialog)
            if (active) await run(`/views/${active.id}/start`, { on: !active.start })
          },
        }}
      >
        <Button size="small" type="text" aria-haspopup="menu">
          {words.manage}
        </Button>
      </Dropdown>
      {dialog && (
        <ViewDialog
          list={list}
          url={url}
          hidden={hidden}
          dialog={dialog}
          view={dialog === 'save' ? undefined : active}
          onSaved={(id) => {
            void queries.invalidateQueries({ queryKey: ['/views', list] })
            if (dialog === 'remove') url.show(url.filters, url.sort ?? '', undefined)
            else if (id) url.show(url.filters, url.sort ?? '', id)
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Flex>
  )
}

function ViewButton({ label, pressed, onClick }: { label: string; pressed: boolean; onClick: () => void }) {
  return (
    <Button
      size="small"
      type={pressed ? 'primary' : 'default'}
      ghost={pressed}
      aria-pressed={pressed}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}

interface ViewDialogProps {
  list: string
  url: UrlState
  hidden: string[]
  dialog: Dialog
  view: ListView | undefined
  onSaved: (id: string | undefined) => void
  onClose: () => void
}

interface Values {
  name: string
  shared: boolean
  rolling: boolean
}

const titles: Record<Dialog, string> = {
  save: words.saveTitle,
  rename: words.rename,
  update: words.update,
  remove: words.remove,
}

function ViewDialog({ list, url, hidden, dialog, view, onSaved, onClose }: ViewDialogProps) {
  const { run, running } = useAction<{ id: string }>(dialog === 'remove' ? words.removed : words.saved)
  const rolls = daysOf(url.filters) > 0
  const named = dialog === 'save' || dialog === 'rename'
  const send = async (values: Values) => {
    if (dialog === 'remove') {
      const result = await run(`/views/${view?.id}/remove`)
      if (result.ok) onSaved(undefined)
      return result
    }
    const rolling = values.rolling ?? (view?.days ?? 0) > 0
    const kept = dialog === 'rename' && view
    const body: SaveView = {
      ...(view ? { id: view.id } : {}),
      list,
      name: named ? values.name.trim() : (view?.name ?? ''),
      shared: named ? values.shared === true : (view?.shared ?? false),
      ...(kept
        ? { filters: view.filters, days: view.days, part: view.part, sort: view.sort, hidden: view.hidden }
        : chosenOf(url, hidden, rolling)),
    }
    const result = await run('/views', body)
    if (result.ok) onSaved(dialog === 'rename' ? undefined : result.answer?.id)
    return result
  }
  return (
    <ActionDialog<Values>
      title={titles[dialog]}
      okText={dialog === 'remove' ? words.remove : text.action.ok}
      danger={dialog === 'remove'}
      reason="none"
      running={running}
      initial={{ name: view?.name ?? '', shared: view?.shared ?? false, rolling: rolls }}
      onSend={send}
      onClose={onClose}
      fields={
        named && (
          <>
            <Form.Item
              name="name"
              label={words.name}
              rules={[{ required: true, whitespace: true, max: 20, message: words.nameWrong }]}
            >
              <Input maxLength={20} autoComplete="off" />
            </Form.Item>
            <Form.Item name="shared" valuePropName="checked">
              <Checkbox>{words.share}</Checkbox>
            </Form.Item>
            {dialog === 'save' && rolls && (
              <Form.Item name="rolling" valuePropName="checked">
                <Checkbox>{words.rolling}</Checkbox>
              </Form.Item>
            )}
          </>
        )
      }
    >
      <p>
        {dialog === 'remove' && words.removeExplain(view?.name ?? '')}
        {dialog === 'update' && words.updateExplain(view?.name ?? '')}
        {named && words.saveExplain}
      </p>
    </ActionDialog>
  )
}
