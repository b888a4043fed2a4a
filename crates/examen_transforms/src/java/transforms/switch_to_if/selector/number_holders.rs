//! Classes of well-known libraries whose public constants are numbers, all of them.

use crate::java::support::file_types::FileTypes;

/// Sorted by name. A class with a `String` among its constants is none of them.
const NUMBER_HOLDERS: &[&str] = &[
    "android.view.KeyEvent",
    "android.view.MotionEvent",
    "java.awt.AlphaComposite",
    "java.awt.BasicStroke",
    "java.awt.Cursor",
    "java.awt.Event",
    "java.awt.GridBagConstraints",
    "java.awt.Transparency",
    "java.awt.color.ColorSpace",
    "java.awt.event.ActionEvent",
    "java.awt.event.AdjustmentEvent",
    "java.awt.event.ComponentEvent",
    "java.awt.event.ContainerEvent",
    "java.awt.event.FocusEvent",
    "java.awt.event.HierarchyEvent",
    "java.awt.event.InputEvent",
    "java.awt.event.InputMethodEvent",
    "java.awt.event.ItemEvent",
    "java.awt.event.KeyEvent",
    "java.awt.event.MouseEvent",
    "java.awt.event.PaintEvent",
    "java.awt.event.WindowEvent",
    "java.awt.geom.Arc2D",
    "java.awt.geom.PathIterator",
    "java.awt.image.BufferedImage",
    "java.awt.image.DataBuffer",
    "java.awt.image.VolatileImage",
    "java.lang.Character",
    "java.lang.Integer",
    "java.lang.reflect.Modifier",
    "java.sql.Types",
    "java.util.Calendar",
    "java.util.GregorianCalendar",
    "javax.swing.SwingConstants",
    "javax.swing.event.TableModelEvent",
    "javax.xml.stream.XMLStreamConstants",
    "javax.xml.stream.XMLStreamReader",
    "org.objectweb.asm.Type",
    "org.w3c.dom.Node",
];

/// Returns whether a simple name means one of the classes in a file.
pub(super) fn is_number_holder(name: &str, file: &FileTypes<'_>) -> bool {
    NUMBER_HOLDERS.iter().any(|holder| match holder.rsplit_once('.') {
        Some(("java.lang", simple)) => simple == name && !file.hides(name),
        Some((package, simple)) => simple == name && file.imports_class(package, simple),
        None => false,
    })
}
