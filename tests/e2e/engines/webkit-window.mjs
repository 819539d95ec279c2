// Run by gjs, started by WebKit's driver: a window that is nothing but a page, for a session that the driver leads.
imports.gi.versions.Gtk = '3.0';
imports.gi.versions.WebKit2 = '4.1';
const { Gtk, WebKit2 } = imports.gi;
const [profile, width, height] = imports.system.programArgs;

Gtk.init(null);
Gtk.Settings.get_default().gtk_enable_animations = false;

// Debian's own MiniBrowser forgets everything where it is led by a driver: what a page keeps has to stay in the profile.
const context = new WebKit2.WebContext({
  website_data_manager: new WebKit2.WebsiteDataManager({
    base_data_directory: `${profile}/data`,
    base_cache_directory: `${profile}/cache`,
  }),
});
context
  .get_cookie_manager()
  .set_persistent_storage(`${profile}/cookies.sqlite`, WebKit2.CookiePersistentStorage.SQLITE);
context.set_preferred_languages(['es-AR', 'es']);
context.set_automation_allowed(true);

const createView = () => {
  const view = new WebKit2.WebView({ web_context: context, is_controlled_by_automation: true });
  const settings = view.get_settings();
  settings.enable_write_console_messages_to_stdout = true;
  settings.hardware_acceleration_policy = WebKit2.HardwareAccelerationPolicy.NEVER;
  const window = new Gtk.Window({ default_width: Number(width), default_height: Number(height) });
  window.add(view);
  window.connect('destroy', () => Gtk.main_quit());
  view.connect('close', () => window.destroy());
  window.show_all();
  view.grab_focus();
  return view;
};

context.connect('automation-started', (_context, session) => {
  session.connect('create-web-view', createView);
});

Gtk.main();
