import { Suspense, useEffect, useState } from 'react'
import { Link, Outlet, useLocation, useNavigate } from 'react-router'
import { useSession } from '../features/session/session'
import {
  Badge,
  BellOutlined,
  Button,
  LogoutOutlined,
  MenuFoldOutlined,
  MenuOutlined,
  MenuUnfoldOutlined,
  MutedOutlined,
  ProLayout,
  Tag,
  Tooltip,
} from '../kit'
import { paths } from '../paths'
import { text } from '../text/zh-cn'
import { LoadingRows } from '../ui/states'
import { useNarrow } from '../ui/use-narrow'
import { GlobalSearch } from './global-search'
import { groupPath, type MenuEntry, menuFor, menuTree } from './menu'
import { PageBoundary } from './page-boundary'
import { useBadges, useNewWorkSound } from './use-badges'
import { useMenuFold } from './use-menu-fold'
import { useMenuGroups } from './use-menu-groups'

const unfoldMs = 400

/** Shell is the frame around every page for logged-in staff: menu by permission, counts, search, logout. */
export default function Shell() {
  const { me, logout } = useSession()
  const navigate = useNavigate()
  const location = useLocation()
  const badges = useBadges()
  const sound = useNewWorkSound(badges)
  const groups = useMenuGroups()
  const fold = useMenuFold()
  const narrow = useNarrow()
  // On a phone the menu lies over the page until something is chosen.
  const [menuOpen, setMenuOpen] = useState(false)
  const [beside, setBeside] = useState<string[]>([])
  const menu = menuFor(me.permissions)
  const byPath = new Map(menu.map((entry) => [entry.path, entry]))
  const folded = !narrow && fold.folded
  // What waits below a heading is seen on it while its entries are not.
  const waitingBelow = (heading: string) =>
    badges && (folded || !groups.open.includes(heading))
      ? menu.reduce(
          (sum, { group, count }) => sum + (group && groupPath(group) === heading && count ? count(badges) : 0),
          0,
        )
      : 0

  // The menu is longer than a small screen: where one is must not lie below its edge, once it has unfolded.
  useEffect(() => {
    setMenuOpen(false)
    setBeside([])
    const timer = setTimeout(() => {
      const here = `.ant-menu-item a[href=${JSON.stringify(`#${location.pathname}`)}]`
      document.querySelector(here)?.scrollIntoView({ block: 'nearest' })
    }, unfoldMs)
    return () => clearTimeout(timer)
  }, [location.pathname])

  const leave = async () => {
    await logout()
    await navigate(paths.login, { replace: true })
  }

  return (
    <ProLayout
      title={text.site}
      logo={<img src="./favicon.svg" alt="" width={24} height={24} />}
      layout="mix"
      fixedHeader
      fixSiderbar
      siderWidth={184}
      collapsed={narrow ? !menuOpen : folded}
      onCollapse={(closed) => setMenuOpen(!closed)}
      // ProLayout would close every other heading on each page: the menu itself is told which are open.
      openKeys={false}
      // Folded to icons, a heading opens its entries beside it while the pointer or the focus is there.
      menuProps={
        folded
          ? { openKeys: beside, onOpenChange: setBeside }
          : { openKeys: groups.open, onOpenChange: groups.onChange }
      }
      subMenuItemRender={(item, dom) => {
        const count = waitingBelow(item.path ?? '')
        // Beside an icon there is no room for a number.
        return folded ? (
          <Badge dot={count > 0} offset={[-12, 12]} title={count > 0 ? text.menu.pending(count) : undefined}>
            {dom}
          </Badge>
        ) : (
          <MenuLine count={count}>{dom}</MenuLine>
        )
      }}
      collapsedButtonRender={false}
      breakpoint={false}
      token={{ pageContainer: { paddingBlockPageContainerContent: 12, paddingInlinePageContainerContent: 16 } }}
      contentStyle={{ padding: narrow ? 8 : 12 }}
      location={{ pathname: activePath(location.pathname, menu) }}
      route={{ path: '/', routes: menuTree(menu) }}
      menuItemRender={(item, dom) => {
        const entry = byPath.get(item.path ?? '')
        return (
          <Link to={item.path ?? paths.home} onClick={() => setMenuOpen(false)}>
            <MenuLine count={entry?.count && badges ? entry.count(badges) : 0}>{dom}</MenuLine>
          </Link>
        )
      }}
      onMenuHeaderClick={() => void navigate(paths.home)}
      actionsRender={() => [
        narrow && (
          <Button
            key="menu"
            type="text"
            aria-label={text.menu.open}
            aria-expanded={menuOpen}
            icon={<MenuOutlined />}
            onClick={() => setMenuOpen(true)}
          />
        ),
        !narrow && (
          <Tooltip key="fold" title={folded ? text.menu.unfold : text.menu.fold}>
            <Button
              type="text"
              aria-label={folded ? text.menu.unfold : text.menu.fold}
              aria-expanded={!folded}
              icon={folded ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
              onClick={fold.toggle}
            />
          </Tooltip>
        ),
        me.demo && !narrow && (
          <Tag key="demo" color="warning">
            {text.demo}
          </Tag>
        ),
        !narrow && me.permissions.includes('player.view') && <GlobalSearch key="search" />,
        <Tooltip key="sound" title={sound.on ? text.menu.soundOn : text.menu.soundOff}>
          <Button
            type="text"
            aria-label={sound.on ? text.menu.soundOn : text.menu.soundOff}
            aria-pressed={sound.on}
            icon={sound.on ? <BellOutlined /> : <MutedOutlined />}
            onClick={sound.toggle}
          />
        </Tooltip>,
        <Link key="me" to={paths.profile} title={text.account.title}>
          {me.name}
        </Link>,
        <Tooltip key="logout" title={text.menu.logout}>
          <Button type="text" aria-label={text.menu.logout} icon={<LogoutOutlined />} onClick={leave} />
        </Tooltip>,
      ]}
    >
      <PageBoundary key={location.pathname}>
        <Suspense fallback={<LoadingRows />}>
          <Outlet />
        </Suspense>
      </PageBoundary>
    </ProLayout>
  )
}

function MenuLine({ count, children }: { count: number; children: React.ReactNode }) {
  return (
    <span className="nav-item">
      {children}
      {count > 0 && (
        <Badge
          count={count}
          size="small"
          overflowCount={99}
          title={text.menu.pending(count)}
          aria-label={text.menu.pending(count)}
        />
      )}
    </span>
  )
}

/** A page below an entry of the menu, such as one player, marks that entry. */
function activePath(pathname: string, menu: MenuEntry[]): string {
  const under = menu.filter((entry) => entry.path !== paths.home && pathname.startsWith(entry.path))
  return under[0]?.path ?? paths.home
}
